/** How reliable the service is. `calm` never fails. */
export const weathers = ['calm', 'rainy', 'storm'] as const;

/** How long answers take: as the weather says, or like a known kind of slow network or bank. */
export const latencies = ['weather', 'slow-bank', 'flaky-mobile'] as const;
