import type { Served } from './server.ts';

/** An app that is served before it is ready: until `open`, its requests wait. */
export function appToCome(): Served & { readonly open: (app: Served) => void } {
  const { promise, resolve } = Promise.withResolvers<Served>();
  let opened: Served | undefined;
  return {
    fetch: (...request) => opened?.fetch(...request) ?? promise.then((app) => app.fetch(...request)),
    open: (app) => {
      opened = app;
      resolve(app);
    },
  };
}
