/** A call whose body is a form with one file: its fields become the input, its file is read up to a bound. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { most_file_bytes } from '#contract/wire.ts'
import { redrawn, type Picture } from '#server/files/picture.ts'
import { concurrencyLimiter, keyedConcurrencyLimiter } from './concurrency.ts'

export interface UploadedFile {
  /** As the client calls it; never used as a path. */
  readonly name: string
  readonly bytes: Buffer
  /** The file as a picture drawn anew; null when it is none. Decoded here, because it takes long and no transaction is open yet. */
  readonly picture: Picture | null
}

export interface Form {
  fields: Record<string, string>
  file: UploadedFile | null
}

export async function registerForms(server: FastifyInstance): Promise<void> {
  await server.register(multipart, {
    limits: { files: 1, fields: 20, fieldSize: 10_000, fileSize: most_file_bytes, parts: 21 },
    throwFileSizeLimit: true,
  })
}

/**
 * Forms are held in memory while they are read, and their calls wait for the file store inside a transaction, so only a few are at a
 * time: fewer than there are connections.
 */
const limitForms = concurrencyLimiter(4, 40)
/** Of them one person, or one address of strangers, has so many: who sends slowly leaves the others theirs. */
const limitPerSender = keyedConcurrencyLimiter<number | string>(2, 20)

/** Reads the form to its end. A file over the bound is answered with 413 by the framework's error. */
export async function readForm(request: FastifyRequest, sender: number | string): Promise<Form> {
  const form: Form = { fields: {}, file: null }
  if (!request.isMultipart()) return form
  return limitPerSender(sender, () => limitForms(() => Promise.race([read(request, form), breaksOff(request)])))
}

/** Rejects when the rest of the form will not come: its reader would wait for ever, and keep its place. */
function breaksOff({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    const check = () => {
      if (raw.destroyed && !raw.complete) reject(Object.assign(new Error('The form broke off'), { statusCode: 400 }))
    }
    raw.once('close', check)
    check()
  })
}

async function read(request: FastifyRequest, form: Form): Promise<Form> {
  for await (const part of request.parts()) {
    if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
    else {
      const bytes = await part.toBuffer()
      form.file = { name: part.filename, bytes, picture: await redrawn(bytes) }
    }
  }
  return form
}
