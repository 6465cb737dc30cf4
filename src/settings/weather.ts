/** How ordinary or bad a day is. Calm is a service that never fails. */
export const weathers = ['calm', 'rainy', 'storm'] as const;

/** How long answers take: as the weather says, or as a known kind of slow network or bank does. */
export const latencies = ['weather', 'slow-bank', 'flaky-mobile'] as const;
