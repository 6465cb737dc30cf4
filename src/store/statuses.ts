/** Apart from the tables, so that commands can offer these values without loading drizzle. */
export const transactionStatuses = ['started', 'completed', 'canceled', 'declined', 'expired'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const otpStatuses = ['active', 'used', 'expired', 'superseded', 'locked'] as const;
export type OtpStatus = (typeof otpStatuses)[number];

/** `closed`: its checkout continued or ended without it. */
export const verificationStatuses = ['open', 'confirmed', 'locked', 'closed'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** `waiting`: the bank was asked and does not answer. */
export const checkoutSteps = ['card', 'code', 'challenge', 'waiting'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

export const callbackStatuses = ['pending', 'delivered', 'exhausted', 'held', 'dropped'] as const;
export type CallbackStatus = (typeof callbackStatuses)[number];
