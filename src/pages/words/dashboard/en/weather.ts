/** The weather on the faults page. */
export const weatherEnglish = {
  heading: 'Weather',
  hint: 'A fault tests one failure. The weather tests a bad day: it applies to every call of every account, until you change it. `X-Sandbox-Fault` marks each affected call.',
  now: (day: string, latency: string) => (latency === '' ? `Now: ${day}` : `Now: ${day} · ${latency}`),
  which: 'What kind of day?',
  days: {
    calm: { label: 'Calm', hint: 'No call is late, and none fails.' },
    rainy: { label: 'Rainy', hint: 'A bad day: slow, and a few calls fail.' },
    storm: { label: 'Storm', hint: 'An outage: very slow, and about a quarter of the calls fail.' },
  },
  delay: (call: string, half: number, most: number) =>
    `${call}: half within ${half} s, 19 of 20 within ${most} s`,
  share: (percent: number, what: string) => `${percent} %: ${what}`,
  mishaps: {
    BACKEND_ERROR: 'BACKEND_ERROR',
    502: 'an error page with status 502',
    503: 'an error page with status 503',
    reset: 'the connection is reset',
    'reset after the work': 'the connection is reset after the call was processed',
  },
  latency: 'How long answers take',
  latencies: {
    weather: 'As the weather says',
    'slow-bank': 'Like a slow bank',
    'flaky-mobile': 'Like a flaky phone network',
    report: 'Like the live service, by the report of compare',
  },
  ofProfile: (profile: string, half: number, most: number) =>
    `${profile}: half of the confirms within ${half} s, 19 of 20 within ${most} s.`,
  seed: 'Seed',
  seedHint: 'The same seed gives the same calls in the same order the same weather.',
  set: 'Set the weather',
  done: 'The weather was changed. It applies from the next call on.',
};
