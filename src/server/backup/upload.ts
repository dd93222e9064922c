/**
 * The backups in an S3-compatible store, so that the loss of the whole site loses a minute or two: what BACKUP_DIR has and the store has not
 * is sent, what BACKUP_DIR no longer has is removed there. A backup's manifest goes last: what has one is whole, there as here.
 */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from '#server/program/config.ts'
import { writeWhole } from '#server/program/write-whole.ts'
import { claimFor, cluster_mark } from './archive.ts'
import { forEachOf } from './copy.ts'

type Store = NonNullable<Config['backup_s3']>

/** Says that the store mirrors this directory, and when it last had all of it. It stays here: a directory that is new, or not mounted, has none. */
export const upload_mark = 'uploaded.json'
interface Mark {
  at: string | null
}

const writeMark = (backup_dir: string, mark: Mark) => writeWhole(join(backup_dir, upload_mark), JSON.stringify(mark))

/** One file may be a gigabyte, and the line slow. */
const timeout_ms = 30 * 60_000

interface Remote {
  list(): Promise<Map<string, number>>
  put(key: string, path: string): Promise<void>
  get(key: string, path: string): Promise<void>
  /** The content of a small file. */
  text(key: string): Promise<string>
  remove(key: string): Promise<void>
}

const isManifest = (key: string) => key.endsWith('manifest.json')

/**
 * Sends what is missing there and removes what is gone here.
 * @returns how many of each
 * @throws where the store may hold the only copy of something: then nothing is sent or removed
 */
export async function uploadBackups(backup_dir: string, store: Store): Promise<{ sent: number; removed: number }> {
  const remote = remoteOf(store)
  const [remote_files, local_files] = [await remote.list(), filesIn(backup_dir)]
  if (remote_files.size > 0) await assertMirror(remote, remote_files, { backup_dir, local_files })
  else if (local_files.has(cluster_mark)) {
    // Marked before anything else is sent: an interrupted first upload goes on.
    writeMark(backup_dir, { at: null })
    await remote.put(cluster_mark, join(backup_dir, cluster_mark))
    remote_files.set(cluster_mark, local_files.get(cluster_mark)!)
  }
  // First the manifests: what is half removed must not pass for whole.
  const removed_keys = [...remote_files.keys()]
    .filter((key) => !local_files.has(key))
    .toSorted((a, b) => Number(isManifest(b)) - Number(isManifest(a)))
  let sent_count = 0
  const send = async (files: readonly LocalFile[]) => {
    await forEachOf(files, async ([key, bytes]) => {
      await remote.put(key, join(backup_dir, key))
      remote_files.set(key, bytes)
      sent_count++
    })
  }
  const missingOf = (files: ReadonlyMap<string, number>) =>
    [...files].filter(([key, bytes]) => remote_files.get(key) !== bytes)
  // A base may take hours: the log and the pictures of these hours do not wait for it.
  const sendNewest = () => send(missingOf(filesIn(backup_dir, ['wal', 'files'])))
  await sendNewest()
  const missing = missingOf(local_files)
  for (const batch of batchesOf(missing.filter(([key]) => !isManifest(key)))) {
    await send(batch)
    await sendNewest()
  }
  await send(missing.filter(([key]) => isManifest(key)))
  for (const key of removed_keys) await remote.remove(key)
  writeMark(backup_dir, { at: new Date().toISOString() })
  return { sent: sent_count, removed: removed_keys.length }
}

type LocalFile = readonly [key: string, bytes: number]

/** About a minute on a usual line. */
const batch_bytes = 256 * 2 ** 20

function batchesOf(files: readonly LocalFile[]): LocalFile[][] {
  const batches: LocalFile[][] = []
  let room = 0
  for (const file of files) {
    if (file[1] > room || batches.length === 0) {
      batches.push([])
      room = batch_bytes
    }
    batches.at(-1)!.push(file)
    room -= file[1]
  }
  return batches
}

interface LocalBackups {
  backup_dir: string
  local_files: ReadonlyMap<string, number>
}

/** The store of another database, or of a directory whose disk is missing, keeps what it has. */
async function assertMirror(
  remote: Remote,
  remote_files: ReadonlyMap<string, number>,
  local: LocalBackups,
): Promise<void> {
  const { backup_dir, local_files } = local
  const refuse = (reason: string) => {
    throw new Error(`Nothing is uploaded or removed in the backup store: ${reason}`)
  }
  const hasBackup = (files: ReadonlyMap<string, number>) => [...files.keys()].some(isManifest)
  if (!existsSync(join(backup_dir, upload_mark)))
    refuse(`it has backups that ${backup_dir} never had; mount its disk, or run npm run backup -- fetch`)
  if (!remote_files.has(cluster_mark)) refuse('it has files that are no backups of ours')
  if ((await remote.text(cluster_mark)) !== readFileSync(join(backup_dir, cluster_mark), 'utf8'))
    refuse('it has the backups of another database')
  if (hasBackup(remote_files) && !hasBackup(local_files)) refuse(`${backup_dir} has no whole backup any more`)
}

/**
 * Brings everything from the store into an empty BACKUP_DIR, which the store then mirrors.
 * @returns how many files came
 * @throws StartError where BACKUP_DIR belongs to another database
 */
export async function fetchBackups(backup_dir: string, store: Store): Promise<number> {
  const remote = remoteOf(store)
  const keys = [...(await remote.list()).keys()]
  if (keys.includes(cluster_mark)) claimFor(backup_dir, (await remote.text(cluster_mark)).trim())
  await forEachOf(keys, (key) => remote.get(key, join(backup_dir, key)))
  writeMark(backup_dir, { at: new Date().toISOString() })
  return keys.length
}

const mirrored_dirs = ['base', 'wal', 'files']

/**
 * The whole files of a directory of backups with their sizes; what is being written has another ending, and what else lies there, such as the
 * lost+found of a disk, is not ours.
 */
function filesIn(root: string, dirs = mirrored_dirs): Map<string, number> {
  const top = dirs === mirrored_dirs ? readdirSync(root, { withFileTypes: true }) : []
  const below = dirs
    .map((dir) => join(root, dir))
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir, { withFileTypes: true, recursive: true }))
  const sizes = new Map<string, number>()
  for (const entry of [...top, ...below]) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(root, path)
    if (entry.isFile() && key !== upload_mark && !/\.new(\/|$)/.test(key)) sizes.set(key, statSync(path).size)
  }
  return sizes
}

function remoteOf({ endpoint, bucket, region, access_key, secret_key }: Store): Remote {
  const client = new AwsClient({
    accessKeyId: access_key,
    secretAccessKey: secret_key,
    region,
    service: 's3',
    // A file on its way can be read once; what failed is sent again with the next minute.
    retries: 0,
  })
  const url = (key: string) => `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
  const request = async (address: string, init: RequestInit & { duplex?: 'half' } = {}) => {
    const answer = await client.fetch(address, { ...init, signal: AbortSignal.timeout(timeout_ms) })
    if (!answer.ok)
      throw new Error(
        `The backup store answered ${answer.status} to ${init.method ?? 'GET'} ${new URL(address).pathname}`,
      )
    return answer
  }
  return {
    async list() {
      const sizes = new Map<string, number>()
      let next_marker: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(next_marker !== undefined && { 'continuation-token': next_marker }),
        })
        const text = await (await request(`${endpoint}/${bucket}?${query}`)).text()
        for (const [, part] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
          sizes.set(textOfTag(part!, 'Key')!, Number(textOfTag(part!, 'Size')))
        next_marker = textOfTag(text, 'NextContinuationToken')
      } while (next_marker !== undefined)
      return sizes
    },
    async put(key, path) {
      const headers = {
        'content-length': String(statSync(path).size),
        // Signed without reading it twice: TLS keeps it whole on its way, and each backup's manifest has its hash.
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      }
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream
      await (await request(url(key), { method: 'PUT', headers, body, duplex: 'half' })).arrayBuffer()
    },
    async get(key, path) {
      if (existsSync(path)) return
      const answer = await request(url(key))
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(
        Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]),
        createWriteStream(`${path}.new`, { mode: 0o600, flush: true }),
      )
      renameSync(`${path}.new`, path)
    },
    async text(key) {
      return (await request(url(key))).text()
    },
    async remove(key) {
      await (await request(url(key), { method: 'DELETE' })).arrayBuffer()
    },
  }
}

const textOfTag = (text: string, tag: string) => {
  const escaped = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1]
  return escaped
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
