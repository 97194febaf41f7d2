import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds wrong on a page, one line for each rule. It collects no elements of the rules that
 * pass, and since no page holds a frame of another site it needs no window of its own to sum up: the
 * two took twice as long as the look itself.
 */
export async function axeFinds(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
