/** How reliable the service is. `calm` never fails. */
export const weathers = ['calm', 'rainy', 'storm'] as const;
export type Weather = (typeof weathers)[number];

/** How long answers take: as the weather says, like a known kind of slow network or bank, or as measured. */
export const latencies = ['weather', 'slow-bank', 'flaky-mobile', 'report'] as const;
