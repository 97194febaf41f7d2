import lighthouse, { type RunnerResult } from 'lighthouse';
import { stolenMs } from './stolen-time.ts';

const ATTEMPTS = 3;
/** More of a visit's nine seconds is too much. */
const STOLEN_MS = 300;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What one visit of a page showed: points of 100, layout shift, milliseconds blocked. */
export type Visit = Record<(typeof CATEGORIES)[number] | 'shift' | 'blocked', number> & {
  path: string;
};

/**
 * One visit; again when the browser lost its own trace of it, or when others on the same machine took
 * the processors away from it, which says nothing about the page.
 */
export async function visit(origin: string, path: string, port: number): Promise<Visit> {
  const visits: { seen: Visit; stolen: number }[] = [];
  let fault = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = stolenMs();
    const result = await lighthouse(origin + path, { port, onlyCategories: [...CATEGORIES] });
    const stolen = stolenMs() - before;
    fault = result!.lhr.runtimeError?.message ?? '';
    if (fault) continue;
    const seen = summary(path, result!);
    console.error(...Object.values(seen), `stolen: ${stolen} ms`);
    visits.push({ seen, stolen });
    if (stolen <= STOLEN_MS) break;
  }
  const [calmest] = visits.toSorted((one, other) => one.stolen - other.stolen);
  if (!calmest) throw new Error(`Lighthouse could not measure ${path}: ${fault}`);
  return calmest.seen;
}

function summary(path: string, { lhr: { categories, audits } }: RunnerResult): Visit {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? NaN,
    blocked: audits['total-blocking-time']?.numericValue ?? NaN,
  };
}
