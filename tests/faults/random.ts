/** A generator of random choices that gives the same ones for the same seed. */
export interface Random {
  /** A whole number from 0 to below the bound. */
  below(bound: number): number;
  one<T>(choices: readonly T[]): T;
  /** True about once in n times. */
  onceIn(n: number): boolean;
}

/** Mulberry32: small, fast, and good enough to wander through inputs. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    one: (choices) => choices[below(choices.length)]!,
    onceIn: (n) => below(n) === 0,
  };
}
