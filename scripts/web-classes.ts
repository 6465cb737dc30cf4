/**
 * Stand-ins for Node's `Request`, `Response` and `Headers`, each of which loads the real class when an object of it is first made.
 * @hono/node-server extends all three and seldom makes one; to load them takes a tenth of a start and 6 MB. The bundle gives it these.
 */
type Class = abstract new (...values: never[]) => object;

const names = ['Headers', 'Request', 'Response'] as const;

export const standIns = Object.fromEntries(names.map((name) => [name, standInFor(name)]));
export const { Headers } = standIns;

function standInFor(name: (typeof names)[number]): Class {
  let real: Class | undefined;
  const load = (): Class => {
    if (real) return real;
    real = globalThis[name] as unknown as Class;
    // What extends the stand-in has the members of the real class from now on.
    Object.setPrototypeOf(StandIn, real);
    Object.setPrototypeOf(StandIn.prototype, real.prototype);
    return real;
  };
  function StandIn(...values: never[]): object {
    const made = load();
    return Reflect.construct(made, values, Object.is(new.target, StandIn) ? made : new.target);
  }
  const isInstance = (value: unknown) => !isPlain(value) && (isOf(StandIn, value) || isOf(load(), value));
  Object.defineProperty(StandIn, Symbol.hasInstance, { value: isInstance });
  return StandIn as unknown as Class;
}

function isOf({ prototype }: { readonly prototype: object }, value: unknown): boolean {
  return Object.prototype.isPrototypeOf.call(prototype, value as object);
}

/** A record, a list or no object at all: for these nobody needs to load a class. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || prototype === Array.prototype;
}
