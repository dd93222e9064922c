/** A call whose body is a form with one file: its fields become the input, and the file is read up to a size limit. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { max_file_bytes } from '#contract/wire.ts'
import { reencodePicture, type Picture } from '#server/files/picture.ts'
import { concurrencyLimiter, keyedConcurrencyLimiter } from './concurrency.ts'

export interface UploadedFile {
  /** The name that the client sent; never used as a path. */
  readonly name: string
  readonly bytes: Buffer
  /** The file re-encoded as a picture; null when it is none. Decoded here, because that takes long and no transaction is open yet. */
  readonly picture: Picture | null
}

export interface Form {
  fields: Record<string, string>
  file: UploadedFile | null
}

export async function registerForms(server: FastifyInstance): Promise<void> {
  await server.register(multipart, {
    limits: { files: 1, fields: 20, fieldSize: 10_000, fileSize: max_file_bytes, parts: 21 },
    throwFileSizeLimit: true,
  })
}

/**
 * Forms are held in memory while they are read, and their calls wait for the file store inside a transaction, so only a few are at a
 * time: fewer than there are connections.
 */
const limitForms = concurrencyLimiter(4, 40)
/** How many of them one person, or one anonymous address, may occupy: a slow sender leaves the others free. */
const limitPerSender = keyedConcurrencyLimiter<number | string>(2, 20)

/** Reads the whole form. A file over the limit is answered with 413 by the framework's error. */
export async function readForm(request: FastifyRequest, sender: number | string): Promise<Form> {
  const form: Form = { fields: {}, file: null }
  if (!request.isMultipart()) return form
  return limitPerSender(sender, () => limitForms(() => Promise.race([read(request, form), breaksOff(request)])))
}

/** Rejects when the rest of the form will never arrive: its reader would wait forever and keep its slot. */
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
      form.file = { name: part.filename, bytes, picture: await reencodePicture(bytes) }
    }
  }
  return form
}
