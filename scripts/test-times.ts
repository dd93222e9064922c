// `npm run test:times`: prints the duration of each part of the last `npm test`, and its slowest files and stories.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { project_dir } from '#server/program/config.ts'
import { reports } from './steps.ts'

type Line = { name: string; ms: number }
type Suite = {
  suites?: Suite[]
  specs?: { file: string; title: string; tests: { results: { duration: number }[] }[] }[]
}

const read = <T>(name: string) => JSON.parse(readFileSync(join(reports, name), 'utf8')) as T
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

function storiesOf({ suites = [], specs = [] }: Suite): Line[] {
  const lines = specs.map(({ file, title, tests }) => ({
    name: `${file}: ${title}`,
    ms: sum(tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  }))
  return [...lines, ...suites.flatMap(storiesOf)]
}

function filesOf(stories: Line[]): Line[] {
  const files = Map.groupBy(stories, ({ name }) => name.slice(0, name.indexOf(':')))
  return [...files].map(([name, lines]) => ({ name: `${name} (${lines.length})`, ms: sum(lines.map(({ ms }) => ms)) }))
}

function print(title: string, lines: Line[], max_lines = lines.length) {
  console.log(`\n${title}`)
  const longest = lines.toSorted((a, b) => b.ms - a.ms).slice(0, max_lines)
  for (const { name, ms } of longest) console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`)
}

type TestFile = { name: string; startTime: number; endTime: number }
const { testResults } = read<{ testResults: TestFile[] }>('vitest.json')
const test_files = testResults.map(({ name, startTime, endTime }) => ({
  name: relative(project_dir, name),
  ms: endTime - startTime,
}))
const stories = storiesOf(read<Suite>('playwright.json'))

print('Parts', read<Line[]>('parts.json'))
print('Test files', test_files, 15)
print('Files of stories', filesOf(stories), 15)
print('Stories', stories, 15)
