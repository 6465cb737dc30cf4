export function verifiedFields(raw: string, secretKey: string): Record<string, string> | null;
