/** A rolling upgrade under load from each of several commits, one after the other. */
import { runVitest } from './run-vitest.ts'

/** @returns whether no call failed and nothing was lost, from whichever commit */
export async function upgradeFrom(commits: readonly string[]): Promise<boolean> {
  const results: { commit: string; is_good: boolean }[] = []
  for (const commit of commits)
    results.push({ commit, is_good: await runVitest('src/upgrade-drill.test.ts', { DRILL_FROM: commit }) })
  for (const { commit, is_good } of results) console.log(`${is_good ? '✓' : '✗'} từ ${commit}`)
  return results.every(({ is_good }) => is_good)
}
