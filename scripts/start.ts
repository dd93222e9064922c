// `npm start`: runs the program and rebuilds its web part when that has changed.
import { buildWeb } from './build-web.ts'

process.env.NODE_ENV ??= 'production'
// Imported dynamically because libraries read NODE_ENV when they are loaded.
const { serveProgram } = await import('../src/main.server.ts')
await serveProgram(buildWeb)
