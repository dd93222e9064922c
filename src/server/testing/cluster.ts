// A PostgreSQL that a test starts, stops and changes as it likes: its settings, its pg_hba.conf, a standby of it.
import { chownSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, startEmbedded, urlOf } from '../database/embedded.ts'
import { findPlace, giveDirectory, removePlace, type Place } from '../database/place.ts'
import { startPostmaster, type Postmaster } from '../database/postmaster.ts'
import { makeDataDir } from './throw-away.ts'

type Settings = Record<string, string | number>

export class Cluster {
  readonly #data_dir: string
  readonly #place: Place
  #running: Postmaster | null = null
  /** The address for its superuser, which stays the same after each start. */
  readonly url: string
  readonly port: number

  private constructor(data_dir: string, place: Place, url: string) {
    this.#data_dir = data_dir
    this.#place = place
    this.url = url
    this.port = Number(new URL(url).port)
  }

  /** Stopped, with one database. */
  static async make(): Promise<Cluster> {
    const data_dir = makeDataDir()
    const { stop } = await startEmbedded({ data_dir, durable: false })
    await stop()
    const password = readFileSync(join(data_dir, 'postgres.password'), 'utf8').trim()
    const url = urlOf(password, { sockets: '', port: await freePort() })
    return new Cluster(data_dir, await findPlace(data_dir), url)
  }

  /** A standby of this one, stopped. It begins as a copy, for which this one is stopped for a moment. */
  async makeStandby(): Promise<Cluster> {
    // A cluster that need not survive a crash writes too little to its log for a standby.
    await this.start()
    await this.stop()
    const data_dir = makeDataDir()
    const place = await findPlace(data_dir)
    giveDirectory(place.cluster, place.account)
    cpSync(this.#place.cluster, place.cluster, { recursive: true })
    const url = new URL(this.url)
    url.port = String(await freePort())
    const standby = new Cluster(data_dir, place, url.href)
    standby.write('standby.signal', '')
    standby.write('postgresql.auto.conf', `primary_conninfo = '${this.url}'\n`)
    standby.#own(place.cluster)
    await this.start()
    return standby
  }

  async start(settings: Settings = {}): Promise<void> {
    await this.stop()
    const defaults = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      max_connections: 50,
    }
    this.#running = await startPostmaster(this.#place, { ...defaults, ...settings })
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = null
  }

  /** Makes a standby the one that takes writes. */
  async promote(): Promise<void> {
    const client = new pg.Client(this.url)
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()
  }

  /** Writes a file into its directory; read at the next start. */
  write(name: string, text: string): string {
    const path = join(this.#place.cluster, name)
    writeFileSync(path, text, { mode: 0o600 })
    this.#own(path)
    return path
  }

  async remove(): Promise<void> {
    await this.stop()
    removePlace(this.#data_dir)
  }

  /** Gives what we have written to the account that PostgreSQL runs under. */
  #own(path: string): void {
    const { account, cluster } = this.#place
    if (!account) return
    chownSync(path, account.uid, account.gid)
    if (path !== cluster) return
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
      chownSync(join(path, name), account.uid, account.gid)
  }
}
