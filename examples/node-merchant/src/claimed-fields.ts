/** The content of a message, genuine or not. The order page shows forged ones too. */
export function claimedFields(message: string): ReadonlyMap<string, string> {
  try {
    const body: unknown = JSON.parse(message);
    return new Map(Object.entries(Object(body)).map(([name, value]) => [name, String(value)]));
  } catch {
    return new Map(new URLSearchParams(message));
  }
}
