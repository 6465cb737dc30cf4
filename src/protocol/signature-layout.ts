/**
 * How the fields form the signed string, which the API documentation does not show.
 * - `encoded`: in the order sent, as PHP's `http_build_query` writes them.
 * - `raw`: in the order sent, `k=v&k=v` without encoding.
 * - `sorted`: like `encoded`, sorted by name.
 * - `sorted-raw`: like `raw`, sorted by name.
 */
export const signatureLayouts = ['encoded', 'raw', 'sorted', 'sorted-raw'] as const;
export type SignatureLayout = (typeof signatureLayouts)[number];

/** Whether the HMAC also covers parameters that the merchant put into its own `return_url`. */
export const signatureScopes = ['own', 'all'] as const;
export type SignatureScope = (typeof signatureScopes)[number];
