// `npm run check`: everything that can be said about the code without a browser and without the slow tests.
import { runSteps, static_steps, tool } from './steps.ts'

const fast_tests = {
  title: 'fast tests',
  program: tool('vitest'),
  args: ['run', '--project', 'fast', '--project', 'dom', '--passWithNoTests'],
}

const failed = await runSteps([...static_steps, fast_tests])
if (failed > 0) process.exitCode = 1
