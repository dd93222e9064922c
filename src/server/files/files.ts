/** Where uploaded files are kept: on this machine's disk, or in an S3-compatible store when one is configured. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/program/config.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Picture } from './picture.ts'
import type { PictureFormat } from '#contract/picture-sizes.ts'
import { filesDir, type FilesLocation } from '#server/http/stream.ts'
import { faultOf } from '#server/http/transport.ts'

export interface FileStore {
  /** Stores the bytes under a path such as 'banner/tet-1a2b.webp'; the same path always has the same content. */
  put(path: string, bytes: Buffer, media_type: string): Promise<void>
  /** null when there is no such file. */
  get(path: string): Promise<Buffer | null>
  /** Deletes the file; nothing happens when there is none. */
  remove(path: string): Promise<void>
}

/** The store of uploaded files: S3 when it is configured, else a directory of this machine. */
export function openFiles({ s3, ...location }: FilesLocation & Pick<Config, 's3'>): FileStore {
  return s3 ? s3Store(s3) : diskStore(join(filesDir(location), 'files'))
}

function diskStore(root: string): FileStore {
  return {
    async put(path, bytes) {
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true })
      // Written to a temporary file and renamed, so that a reader never sees half a picture.
      const draft = `${target}.${randomUUID()}`
      try {
        await writeFile(draft, bytes)
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(path) {
      return readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },
    async remove(path) {
      await rm(join(root, path), { force: true })
    },
  }
}

function s3Store({ endpoint, bucket, region, access_key, secret_key }: NonNullable<Config['s3']>): FileStore {
  const client = new AwsClient({
    accessKeyId: access_key,
    secretAccessKey: secret_key,
    region,
    service: 's3',
    retries: 2,
  })
  const url = (path: string) => `${endpoint}/${bucket}/${path}`
  const timeoutSignal = () => AbortSignal.timeout(10_000)
  return {
    async put(path, bytes, media_type) {
      const headers = { 'content-type': media_type }
      const answer = await client.fetch(url(path), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers,
        signal: timeoutSignal(),
      })
      if (!answer.ok) throw new Error(`The file store answered ${answer.status} to PUT ${path}`)
    },
    async get(path) {
      const answer = await client.fetch(url(path), { signal: timeoutSignal() })
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`The file store answered ${answer.status} to GET ${path}`)
      return Buffer.from(await answer.arrayBuffer())
    },
    async remove(path) {
      const answer = await client.fetch(url(path), { method: 'DELETE', signal: timeoutSignal() })
      if (!answer.ok && answer.status !== 404)
        throw new Error(`The file store answered ${answer.status} to DELETE ${path}`)
    },
  }
}

/**
 * Stores a picture under its path, in the name of `created_by`, and gives its address. The store may take seconds, so this must be called before
 * anything is locked that others wait for.
 */
export async function keepPicture(
  db: Db,
  files: FileStore,
  { path, picture: { bytes, width, height }, created_by }: { path: string; picture: Picture; created_by: number },
): Promise<string> {
  const media_type = 'image/webp'
  await files.put(path, bytes, media_type)
  await db
    .insertInto('stored_file')
    .values({ path, media_type, bytes: bytes.length, width, height, created_by })
    // The picture may be scheduled for deletion as unused.
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet({ unused_since: null }).where('stored_file.unused_since', 'is not', null),
    )
    .execute()
  // It may have been deleted as unused after it was stored; from now on it is in use.
  if ((await files.get(path)) === null) await files.put(path, bytes, media_type)
  return `/files/${path}`
}

/** Decides on a request for a private picture: true when the person may see it, null when the picture is public. Rejects for anonymous requests. */
export type FileGuard = (request: FastifyRequest, path: string) => Promise<boolean | null>

/**
 * Adds /files/…: serves only paths that a contract's `image` accepts, with the content type of pictures. A path's content never changes. Public pictures
 * may be cached by everybody, private ones by nobody; for people who may not see a private one it does not exist.
 */
export function registerFiles(server: FastifyInstance, files: FileStore, guard: FileGuard): void {
  server.get('/files/:folder/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const { folder, name } = request.params as { folder: string; name: string }
    const path = `${folder}/${name}`
    const format = /^[a-z0-9_-]+\/[a-z0-9_-]+\.(webp|avif)$/.exec(path)?.[1] as PictureFormat | undefined
    const original_path = path.replace(/-w\d+\.(webp|avif)$/, '.webp')
    const may = format ? await guard(request, original_path) : false
    const storedFile = may === false ? null : await files.get(path)
    // A smaller size that is still being generated, or does not exist, is answered with the picture itself.
    const bytes = storedFile ?? (may === false || original_path === path ? null : await files.get(original_path))
    if (!bytes) return reply.code(404).send(faultOf(404))
    const cache_control =
      may !== null ? 'no-store' : storedFile ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
    return reply
      .header('cache-control', cache_control)
      .type(storedFile ? `image/${format}` : 'image/webp')
      .send(bytes)
  })
}
