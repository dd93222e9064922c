// `npm run check`: every check that needs neither a browser nor the slow tests.
import { runSteps, static_steps, tool } from './steps.ts'

const fast_tests = {
  title: 'fast tests',
  program: tool('vitest'),
  args: ['run', '--project', 'fast', '--project', 'dom', '--passWithNoTests'],
}

const failed = await runSteps([...static_steps, fast_tests])
if (failed > 0) process.exitCode = 1
