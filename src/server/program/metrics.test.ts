import { afterAll, expect, test } from 'vitest'
import { setCondition, state_at_start } from './condition.ts'
import { mergedMetricsPage, metricsPage, processMetrics, type ProcessMetrics, watchProofs } from './metrics.ts'

afterAll(() => {
  setCondition(state_at_start)
  watchProofs(async () => [])
})

const valueOf = async (series: string) => {
  const { text } = await metricsPage()
  return text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1)
}

test('a nightly proof or test restore that never ran is as old as the database', async () => {
  const never_run = { name: 'stock', at_s: null, differences: null, fault: null }
  watchProofs(async () => [never_run])
  setCondition({ set_up_at_ms: 1_800_000_000_000, backups: () => ({ newest: null, test: null, upload: null }) })
  expect(await valueOf('ve_so_proof_last_run_timestamp_seconds{proof="stock"}')).toBe('1800000000')
  expect(await valueOf('ve_so_backup_test_timestamp_seconds')).toBe('1800000000')
  expect(await valueOf('ve_so_proof_differences{proof="stock"}')).toBeUndefined()

  watchProofs(async () => [{ ...never_run, at_s: 1_900_000_000, differences: 0 }])
  const restored = { name: 'a', at: new Date(1_900_000_000_000).toISOString(), seconds: 1, fault: null }
  setCondition({ backups: () => ({ newest: null, test: restored, upload: null }) })
  expect(await valueOf('ve_so_proof_last_run_timestamp_seconds{proof="stock"}')).toBe('1900000000')
  expect(await valueOf('ve_so_backup_test_timestamp_seconds')).toBe('1900000000')
})

test('of the delays of several processes the longest counts, so that one blocked process is seen', async () => {
  const lag = 'nodejs_eventloop_lag_p99_seconds'
  const process = await processMetrics()
  const withLag = (value: number) =>
    (process as { name: string }[]).map((metric) =>
      metric.name === lag ? { ...metric, values: [{ value, labels: {} }] } : metric,
    ) as ProcessMetrics
  const { text } = await mergedMetricsPage([withLag(0.01), withLag(2), withLag(0.01)])
  expect(text).toMatch(new RegExp(`^${lag} 2$`, 'm'))
})
