/** As `@playwright/test` declares them, without what these tests do not use. It is not installed for the tests. */
export interface TestType<TestArgs extends object, WorkerArgs extends object> {
  (title: string, body: (args: TestArgs & WorkerArgs) => Promise<void> | void): void;
  extend<T extends object, W extends object = Nothing>(
    fixtures: Fixtures<T, W, TestArgs, WorkerArgs>,
  ): TestType<TestArgs & T, WorkerArgs & W>;
}

type Nothing = Record<never, never>;
type Fixture<R, Args extends object> = (args: Args, use: (r: R) => Promise<void>, info: unknown) => unknown;
type Value<R, Args extends object> = Exclude<R, (...args: never) => unknown> | Fixture<R, Args>;
type Scoped<R, Args extends object, Scope> = [Value<R, Args>, { scope: Scope; auto?: boolean }];

type Fixtures<T extends object, W extends object, PT extends object, PW extends object> = {
  [K in keyof PW]?: Value<PW[K], W & PW> | Scoped<PW[K], W & PW, 'worker'>;
} & {
  [K in keyof PT]?: Value<PT[K], T & W & PT & PW> | Scoped<PT[K], T & W & PT & PW, 'test'>;
} & {
  [K in Exclude<keyof W, keyof PW | keyof PT>]?: Scoped<W[K], W & PW, 'worker'>;
} & {
  [K in Exclude<keyof T, keyof PW | keyof PT>]?:
    | Value<T[K], T & W & PT & PW>
    | Scoped<T[K], T & W & PT & PW, 'test' | undefined>;
};

/** What a test of Playwright gets before `extend`. */
export interface PlaywrightTestArgs {
  readonly page: object;
  readonly baseURL: string | undefined;
}
