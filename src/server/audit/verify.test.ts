import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, createDb, createPools, type Pools } from '../database/pool.ts'
import { freshDatabase, type FreshDatabase } from '../testing/database.ts'
import type { Finding } from './finding.ts'
import { headsFile, headsWriter } from './heads.ts'
import { as_text, entry_columns, recompute, type StoredEntry } from './recompute.ts'
import { verifyAudit } from './verify.ts'

const entries = 240
let database: FreshDatabase
let pools: Pools
/** A connection of the owner of the database, whom no trigger stops. */
let owner: pg.Client
let dir: string
let file: string
let written: string

beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url)
  owner = createClient(database.url)
  await owner.connect()
  dir = mkdtempSync(join(tmpdir(), 'audit-'))
  file = headsFile(dir)
  const writeHeads = headsWriter(createDb(pools.main), file)
  for (let n = 1; n <= entries; n++) {
    await act(n)
    if (n % 40 === 0) await writeHeads()
  }
  written = readFileSync(file, 'utf8')
  await owner.query('set session_replication_role = replica')
  for (const table of tables) await owner.query(`create table kept_${table} as table ${table}`)
})
afterAll(async () => {
  await owner.end()
  await pools.end()
  await database.drop()
  rmSync(dir, { recursive: true })
})

const tables = ['audit_log', 'audit_change', 'audit_head']
beforeEach(() => writeFileSync(file, written))
afterEach(restore)

async function restore(): Promise<void> {
  for (const table of tables) {
    const { rows } = await owner.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ',') as names from information_schema.columns
        where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`,
    )
    const names = rows[0]!.names
    await owner.query(
      `delete from ${table}; insert into ${table} (${names}) overriding system value select ${names} from kept_${table}`,
    )
  }
}

/** A write as serve makes it: a row with odd text, sometimes its change, and a log row. */
async function act(n: number): Promise<void> {
  await owner.query('begin')
  const { rows } = await owner.query(`select audit_id from begin_command(null, 'tx', 'POST cms/store', '')`)
  await owner.query('insert into base_store (base_code, base_name) values ($1, $2)', [
    `K${n}`,
    `Kho “${n}” – Đồng Tháp\n🎟`,
  ])
  if (n % 3 === 0)
    await owner.query(`update base_store set base_name = base_name || ' mới' where base_code = $1`, [`K${n}`])
  await owner.query(`select append_audit($1, $2, $3, 'POST cms/store', $4, '10.0.0.1', 'thử', 'tx', $5)`, [
    rows[0].audit_id,
    n % 5 === 0 ? null : n,
    n % 5 === 0 ? null : `nguyễn.${n}`,
    n % 7 === 0 ? 169 : 0,
    n % 4 === 0 ? null : JSON.stringify({ n, ghi_chú: 'đ', amount: 1.5e3 }),
  ])
  await owner.query('commit')
}

async function findings(): Promise<Finding[]> {
  const all: Finding[] = []
  await verifyAudit(database.url, file, (finding) => all.push(finding))
  return all
}

/** One of the entries that have at least so many others behind them in their chain. */
async function pick(
  nth: number,
  min_later = 0,
): Promise<{ audit_id: number; chain: number; seq: number; end: number }> {
  const { rows } = await owner.query(
    `select audit_id, chain, seq, "end" from (select *, max(seq) over (partition by chain) as "end" from audit_log) l
      where seq + $1 <= "end" order by audit_id`,
    [min_later],
  )
  return rows[nth % rows.length]
}

/** Recomputes a chain from an entry to its end, its head included, as append_audit does. */
async function recomputeFrom(chain: number, seq: number): Promise<void> {
  await owner.query(`do $$
    declare l record; v_prev bytea; v_body text;
    begin
      for l in select * from audit_log where chain = ${chain} and seq >= ${seq} order by seq loop
        select coalesce((select hash from audit_log where chain = l.chain and seq = l.seq - 1), sha256(convert_to('audit chain ' || l.chain, 'UTF8'))) into v_prev;
        select coalesce(string_agg(audit_part(table_name) || audit_part(row_id) || audit_part(before::text) || audit_part(after::text), '' order by n), '')
          into v_body from audit_change where audit_id = l.audit_id;
        update audit_log set prev_hash = v_prev, hash = sha256(v_prev || convert_to(
          audit_part(l.audit_id::text) || audit_part(l.chain::text) || audit_part(l.seq::text)
          || audit_part(to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
          || audit_part(l.user_id::text) || audit_part(l.user_name) || audit_part(l.call) || audit_part(l.code::text)
          || audit_part(l.source) || audit_part(l.user_agent) || audit_part(l.transid) || audit_part(l.input::text)
          || audit_part(l.changes::text) || v_body, 'UTF8')) where audit_id = l.audit_id;
      end loop;
      update audit_head h set seq = l2.seq, hash = l2.hash
        from (select seq, hash from audit_log where chain = ${chain} order by seq desc limit 1) l2 where h.chain = ${chain};
    end $$`)
}

/** Where a tampering must be found: in this chain, at one of these numbers. */
interface Place {
  chain: number
  from: number
  to?: number
}

/** Tampers with the log at random places, and expects each to be found at its place and nowhere else. */
async function eachFound(tamper: (nth: number) => Promise<Place>, runs = 4): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.nat(10_000), async (nth) => {
      const { chain, from, to = from } = await tamper(nth)
      const all = await findings()
      await restore()
      expect(
        all.filter((finding) => finding.chain === chain && finding.seq! >= from && finding.seq! <= to),
      ).not.toEqual([])
      expect(all.filter((finding) => finding.chain !== undefined && finding.chain !== chain)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
}

test('an untouched log passes verification', async () => {
  expect(await findings()).toEqual([])
})

const edits = {
  at: `at + interval '1 microsecond'`,
  user_id: 'coalesce(user_id, 0) + 1',
  user_name: `coalesce(user_name, '') || 'x'`,
  call: `call || ' '`,
  code: 'code + 1',
  source: `'10.0.0.2'`,
  user_agent: `''`,
  transid: `'tx2'`,
  input: `coalesce(input, '{}') || '{"n": 0}'`,
  changes: 'changes + 1',
}
test.each(Object.entries(edits))('verification finds an entry whose %s was edited', async (column, value) => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth)
    await owner.query(`update audit_log set ${column} = ${value} where audit_id = ${audit_id}`)
    return { chain, from: seq }
  }, 2)
})

test('verification finds a replaced hash of an entry at the entry after it', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth, 1)
    await owner.query(`update audit_log set hash = sha256(hash) where audit_id = ${audit_id}`)
    return { chain, from: seq + 1 }
  })
})

test('verification finds an edited entry whose hash was recomputed at the entry after it', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth, 1)
    await owner.query(`update audit_log set code = code + 1 where audit_id = ${audit_id}`)
    const text = `select ${entry_columns} from audit_log where audit_id = ${audit_id}`
    const { rows } = await owner.query<StoredEntry>({ text, types: as_text })
    const { hash } = (await recompute(owner, rows)).get(String(audit_id))!
    await owner.query(`update audit_log set hash = decode('${hash}', 'hex') where audit_id = ${audit_id}`)
    return { chain, from: seq + 1 }
  })
})

test('verification finds an edited change', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth)
    await owner.query(`update audit_change set after = after || '{"base_name": "khác"}' where audit_id = ${audit_id}`)
    return { chain, from: seq }
  })
})

test('verification finds a change that was deleted or added', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth)
    if (nth % 2) await owner.query(`delete from audit_change where audit_id = ${audit_id} and n = 1`)
    else await owner.query(`insert into audit_change values (${audit_id}, 9, 'app_user', '1', null, '{}')`)
    return { chain, from: seq }
  })
})

test('verification finds a change that belongs to no entry', async () => {
  await owner.query(`insert into audit_change values (999999, 1, 'app_user', '1', null, '{}')`)
  expect(await findings()).toEqual([expect.objectContaining({ audit_id: 999_999 })])
})

test('verification finds a deleted entry, whether or not its changes were deleted too', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth, 1)
    await owner.query(`delete from audit_log where audit_id = ${audit_id}`)
    if (nth % 2) await owner.query(`delete from audit_change where audit_id = ${audit_id}`)
    return { chain, from: seq }
  })
})

test('verification finds an entry inserted between two others, with the later ones renumbered', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth, 1)
    await owner.query(`update audit_log set seq = -seq where chain = ${chain} and seq > ${seq}`)
    await owner.query(`update audit_log set seq = 1 - seq where chain = ${chain} and seq < 0`)
    await owner.query(`insert into audit_log (audit_id, chain, seq, at, call, code, source, user_agent, transid, changes, prev_hash, hash)
      overriding system value select 500000, chain, seq + 1, at, call, 0, source, user_agent, transid, 0, hash, sha256(hash) from audit_log where audit_id = ${audit_id}`)
    return { chain, from: seq + 1 }
  })
})

test('verification finds two entries that were swapped', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth, 1)
    await owner.query(`update audit_log set seq = -1 where audit_id = ${audit_id}`)
    await owner.query(`update audit_log set seq = ${seq} where chain = ${chain} and seq = ${seq + 1}`)
    await owner.query(`update audit_log set seq = ${seq + 1} where audit_id = ${audit_id}`)
    return { chain, from: seq }
  })
})

test('verification finds a chain whose last entries were deleted', async () => {
  await eachFound(async (nth) => {
    const { chain, seq } = await pick(nth)
    await owner.query(`delete from audit_log where chain = ${chain} and seq >= ${seq}`)
    return { chain, from: seq }
  })
})

test('the heads file reveals a chain that was truncated together with its changes and its head', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, end } = await pick(nth, 1)
    await owner.query(
      `delete from audit_change where audit_id in (select audit_id from audit_log where chain = ${chain} and seq > ${seq})`,
    )
    await owner.query(`delete from audit_log where chain = ${chain} and seq > ${seq}`)
    await recomputeFrom(chain, seq)
    return { chain, from: seq + 1, to: end }
  })
})

test('the heads file reveals a chain whose hashes were recomputed after an edit', async () => {
  await eachFound(async (nth) => {
    const { chain, seq, audit_id } = await pick(nth)
    await owner.query(`update audit_log set user_name = 'người khác' where audit_id = ${audit_id}`)
    await recomputeFrom(chain, seq)
    return { chain, from: 1, to: seq }
  })
})

test('verification reports a missing heads file, unless the log is only minutes old', async () => {
  rmSync(file)
  expect(await findings()).toEqual([])
  await owner.query(`update audit_log set at = at - interval '6 minutes' where seq = 1`)
  expect(await findings()).toContainEqual({ what: expect.stringContaining(`thiếu đầu chuỗi của ${entries} mục`) })
})

test('entries from after the moment until which the heads were written are counted, older ones without heads are reported', async () => {
  const written_until = new Date(Date.now() - 2 * 3_600_000).toISOString()
  const verify = async () => {
    const all: Finding[] = []
    const { unconfirmed } = await verifyAudit(database.url, file, (finding) => all.push(finding), written_until)
    return { unconfirmed, missing: all.filter(({ what }) => what.includes('thiếu đầu chuỗi')) }
  }
  rmSync(file)
  await owner.query(`update audit_log set at = at - interval '1 hour' where seq = 1`)
  expect(await verify()).toEqual({ unconfirmed: entries, missing: [] })
  await owner.query(`update audit_log set at = at - interval '2 hours' where seq <= 2`)
  expect(await verify()).toEqual({
    unconfirmed: entries - 32,
    missing: [{ what: expect.stringContaining('thiếu đầu chuỗi của 32 mục') as string }],
  })
})

test('a half-written line of the heads file is skipped and counted, and the next one is written on a line of its own', async () => {
  appendFileSync(file, '{"at":"2026-10-01T00:00:00Z","hea')
  await headsWriter(createDb(pools.main), file)()
  const all: Finding[] = []
  const verified = await verifyAudit(database.url, file, (finding) => all.push(finding))
  expect(all).toEqual([])
  expect(verified).toEqual({ entries, unreadable_lines: 1, archived: 0, missing_archives: [], unconfirmed: 0 })
})

test('verification finds nothing wrong while the log is being written', async () => {
  const writeHeads = headsWriter(createDb(pools.main), file)
  let going = true
  const writing = (async () => {
    for (let n = entries + 1; going; n++) {
      await act(n)
      await writeHeads()
    }
  })()
  for (let round = 0; round < 5; round++) expect(await findings()).toEqual([])
  going = false
  await writing
})

test('the heads are written to their file only when they have changed', async () => {
  const write = headsWriter(createDb(pools.main), file)
  await write()
  const content = readFileSync(file, 'utf8')
  await write()
  expect(readFileSync(file, 'utf8')).toBe(content)
})
