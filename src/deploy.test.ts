/** What an operator copies (deploy/) speaks of settings, metrics and pages that there are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { project_dir, readConfig } from '#server/program/config.ts'
import { setCondition } from '#server/program/condition.ts'
import { metricsPage, watchBacklog, watchDatabase, watchProofs } from '#server/program/metrics.ts'

const textOf = (path: string) => readFileSync(join(project_dir, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { runbook: string }
}
const { groups } = parse(textOf('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Service {
  environment?: Record<string, string>
  secrets?: string[]
}
const compose = parse(textOf('deploy/compose.yaml')) as {
  services: Record<string, Service>
  secrets: Record<string, unknown>
}

const documented = new Set([...textOf('docs/running.md').matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name]) => name!))
/** Of Node and of the shell, not ours. */
const of_others = new Set(['NODE_ENV'])
const unknownOf = (names: Iterable<string>) =>
  [...names].map((name) => name.replace(/_FILE$/, '')).filter((name) => !documented.has(name) && !of_others.has(name))

test('each alert has a page of the runbook, and asks for metrics that the program has', async () => {
  setCondition({ backups: () => ({ newest: null, test: null }) })
  watchBacklog(async () => [{ name: 'a', waiting: 0, given_up: 0, oldest_s: 0 }])
  watchDatabase(async () => ({ seconds: 0, waiting_locks: 0, longest_wait_s: 0, connections: 1, most_connections: 9 }))
  watchProofs(async () => [])
  const { text } = await metricsPage()
  const metrics = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  const runbook = textOf('docs/operating.md')
  for (const { alert, expr, labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`)
    expect(runbook).toContain(`### ${alert}\n`)
    const names = [...expr.matchAll(/\b[a-z]+_[a-z_\d]+\b(?=[[{ )]|$)/g)].map(([name]) => name.replace(/_bucket$/, ''))
    expect(names.filter((name) => !metrics.has(name) && name !== 'histogram_quantile')).toEqual([])
  }
  const alerts = rules.map(({ alert }) => alert)
  expect([...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts)
})

test('the unit, the image and the compose file set what the program knows, and nothing that it refuses', () => {
  const unit = [...textOf('deploy/ve-so.service').matchAll(/^Environment=(\w+)=(.*)$/gm)]
  expect(unknownOf(unit.map(([, name]) => name!))).toEqual([])
  const line = /^ENV (.*)$/m.exec(textOf('deploy/Dockerfile'))![1]!
  const image = Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]))
  expect(unknownOf(Object.keys(image))).toEqual([])
  const { program, database } = compose.services
  expect(unknownOf(Object.keys(program!.environment!))).toEqual([])
  const plain = Object.entries({ ...image, ...program!.environment }).filter(([name]) => !name.endsWith('_FILE'))
  expect(readConfig(Object.fromEntries(plain), [])).toMatchObject({
    host: '0.0.0.0',
    operator_port: 9090,
    secure_cookies: true,
    trust_proxy: 1,
  })
  for (const service of [program!, database!])
    for (const secret of service.secrets!) expect(Object.keys(compose.secrets)).toContain(secret)
})
