// `npm start`: the program, with its web part built beside it when that has changed.
import { buildWeb } from './build-web.ts'

process.env.NODE_ENV ??= 'production'
// Loaded only now, because libraries look at NODE_ENV when they are loaded.
const { serveProgram } = await import('../src/main.server.ts')
await serveProgram(buildWeb)
