/**
 * Collects the status of each part of the system, and says what to do where one has a problem.
 * unscoped: only counts and times
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { clockDayText } from '#contract/text/day-text.ts'
import { momentAt } from '#server/record/moment.ts'
import { measureDatabase } from '#server/database/look.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Backlog } from '#server/jobs/backlog.ts'
import { condition, disks } from '#server/program/condition.ts'
import { callFigures } from '#server/program/metrics.ts'
import { version } from '#server/program/version.ts'
import { serve } from '#server/serve.ts'
import { feedAlarms } from '#features/results/feed/feed.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { alarmLines } from './alarms.server.ts'
import { jobs_link, offLine, secondsSinceSetUp, trouble, well } from './lines.server.ts'
import { proofLines } from './proofs.server.ts'
import { replicaLines } from './replica.server.ts'
import { status, type StatusLine, type StatusSection } from './status.contract.ts'
import { bytesText, roughDurationText } from './status-text.rules.ts'

export default serve(status, {
  get: async ({ db, me, backlog }) => {
    const sections = [
      { key: 'program', title: 'Chương trình', lines: await program() },
      { key: 'database', title: 'Cơ sở dữ liệu', lines: await database(db) },
      { key: 'backups', title: 'Sao lưu', lines: backups() },
      { key: 'gateways', title: 'Cổng thanh toán', lines: await gateways(db) },
      { key: 'jobs', title: 'Công việc nền', lines: await jobs(db, backlog) },
      { key: 'feeds', title: 'Nguồn kết quả', lines: await feeds(db) },
      { key: 'alarms', title: 'Cảnh báo', lines: await alarmLines(db, me) },
      { key: 'proofs', title: 'Kiểm toàn bộ hằng đêm', lines: await proofLines(db) },
    ] satisfies StatusSection[]
    return { at: momentAt(Date.now()), sections }
  },
})

const loop_delay = monitorEventLoopDelay({ resolution: 20 })
loop_delay.enable()
setInterval(() => loop_delay.reset(), 60_000).unref()

async function program(): Promise<StatusLine[]> {
  const { started_at_ms, processes, streams } = condition()
  const { calls, failed } = await callFigures()
  const share = calls === 0 ? 0 : failed / calls
  const delay_ms = Math.max(0, loop_delay.percentile(99) / 1e6 - 20)
  const of_one = processes > 1 ? ' (số của tiến trình trả lời trang này)' : ''
  return [
    well('Phiên bản', `${version}, Node ${process.versions.node}, ${numberText(processes)} tiến trình trả lời`),
    well(
      'Đang chạy',
      `từ ${clockDayText(momentAt(started_at_ms))}, đã ${roughDurationText((Date.now() - started_at_ms) / 1_000)}, bộ nhớ ${bytesText(process.memoryUsage.rss())}${of_one}`,
    ),
    share > 0.02
      ? trouble('Lượt gọi', `${numberText(failed)} trong ${numberText(calls)} lượt bị lỗi hoặc bận từ lúc mở`, {
          tone: 'bad',
          advice: 'Xem nhật ký của chương trình: mỗi lỗi có một dòng với mã yêu cầu (transid).',
        })
      : well('Lượt gọi', `${numberText(calls)} lượt từ lúc mở, ${numberText(failed)} lượt bị lỗi hoặc bận${of_one}`),
    delay_ms > 250
      ? trouble('Độ trễ xử lý', `chậm ${numberText(delay_ms, 1)} ms ở mức cao trong phút này`, {
          tone: 'watch',
          advice: 'Chương trình có nhiều việc hơn một bộ xử lý làm được: chạy thêm tiến trình (PROCESSES).',
        })
      : well('Độ trễ xử lý', `dưới ${numberText(Math.max(1, Math.ceil(delay_ms)))} ms`),
    well('Màn hình đang theo dõi', `${numberText(streams())} luồng trực tiếp${of_one}`),
    ...(await disks()).map(({ name, free_bytes, size_bytes }) => {
      const value = `còn ${bytesText(free_bytes)} trên ${bytesText(size_bytes)}`
      if (free_bytes > 0.1 * size_bytes) return well(name, value)
      const tone = free_bytes < 0.03 * size_bytes ? 'bad' : 'watch'
      return trouble(name, value, { tone, advice: 'Đĩa sắp đầy: dọn hoặc mở rộng trước khi việc ghi bị từ chối.' })
    }),
  ]
}

async function database(db: Db): Promise<StatusLine[]> {
  const { seconds, waiting_locks, longest_wait_s, connections, max_connections } = await measureDatabase(db)
  const { rows } = await sql<{ version: string; bytes: number; migration: string; archiver_fault: string | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select max(name) from schema_migration) as migration,
      (select to_char(last_failed_time, 'HH24:MI DD/MM/YYYY') from pg_stat_archiver
        where last_failed_time > coalesce(last_archived_time, '-infinity')) as archiver_fault`.execute(db)
  const { version: server, bytes, migration, archiver_fault } = rows[0]!
  const { pools, is_embedded } = condition()
  const waiting = Object.values(pools).reduce((sum, pool) => sum + pool.waitingCount, 0)
  const busy = Object.values(pools).reduce((sum, pool) => sum + pool.totalCount - pool.idleCount, 0)
  const pool_size = Object.values(pools).reduce((sum, pool) => sum + (pool.options.max ?? 0), 0)
  const kind = is_embedded ? 'PostgreSQL nhúng' : 'PostgreSQL riêng'
  return [
    well('Máy chủ', `${kind} ${server}, ${bytesText(bytes)}, đã nâng cấp đến ${migration}`),
    seconds > 0.5
      ? trouble('Trả lời', `sau ${numberText(seconds * 1_000, 1)} ms`, {
          tone: 'watch',
          advice: 'Cơ sở dữ liệu chậm: xem câu lệnh chậm trong nhật ký của PostgreSQL.',
        })
      : well('Trả lời', `sau ${numberText(seconds * 1_000, 1)} ms`),
    waiting_locks > 0 && longest_wait_s > 2
      ? trouble('Khóa', `${numberText(waiting_locks)} lệnh chờ khóa, lâu nhất ${numberText(longest_wait_s, 1)} giây`, {
          tone: 'watch',
          advice: 'Một việc dài đang giữ dòng mà việc khác cần: xem pg_stat_activity nếu không tự hết.',
        })
      : well(
          'Khóa',
          waiting_locks === 0 ? 'không lệnh nào phải chờ' : `${numberText(waiting_locks)} lệnh chờ chốc lát`,
        ),
    connections > 0.9 * max_connections
      ? trouble('Kết nối', `${numberText(connections)} trên ${numberText(max_connections)} của máy chủ`, {
          tone: 'bad',
          advice: 'Sắp hết chỗ: tăng max_connections, giảm POOL_SIZE, hoặc đặt PgBouncer ở giữa.',
        })
      : well('Kết nối', `${numberText(connections)} trên ${numberText(max_connections)} của máy chủ`),
    waiting > 0
      ? trouble('Kết nối của chương trình', `${numberText(waiting)} lượt gọi đang chờ kết nối`, {
          tone: 'watch',
          advice: 'Nếu kéo dài hãy tăng POOL_SIZE.',
        })
      : well(
          'Kết nối của chương trình',
          `${numberText(busy)} trên ${numberText(pool_size)} đang bận, không ai phải chờ`,
        ),
    ...replicaLines(),
    ...(archiver_fault === null
      ? []
      : [
          trouble('Lưu nhật ký ghi', `không lưu được từ ${archiver_fault}`, {
            tone: 'bad',
            advice: 'Đĩa sao lưu đầy hoặc mất: sửa trước khi đĩa dữ liệu đầy theo.',
          }),
        ]),
  ]
}

const max_backup_age_s = 30 * 3_600
const max_test_age_s = 40 * 86_400
const late_test_advice = 'Đã hơn một tháng: chạy npm run backup -- test.'
const max_upload_age_s = 3_600

function backups(): StatusLine[] {
  const { backups: readBackups } = condition()
  if (readBackups === null)
    return [
      offLine(
        'Bản sao lưu',
        'chương trình không tự sao lưu',
        'Đặt BACKUP_DIR, hoặc chắc chắn rằng cơ sở dữ liệu được sao lưu bằng cách khác.',
      ),
    ]
  const last_read = readBackups()
  if (last_read === null)
    return [
      trouble('Bản sao lưu', 'chưa đọc được', {
        tone: 'bad',
        advice: 'Đĩa sao lưu không trả lời: xem nó còn gắn không.',
      }),
    ]
  const { newest, test, upload } = last_read
  const ageInSeconds = (moment: string) => (Date.now() - Date.parse(moment)) / 1_000
  const lines: StatusLine[] = []
  if (newest === null)
    lines.push(
      trouble('Bản sao lưu', 'chưa có bản nào', {
        tone: 'bad',
        advice: 'Chạy npm run backup, hoặc đợi giờ BACKUP_AT.',
      }),
    )
  else {
    const age = ageInSeconds(newest.ended_at)
    const value = `${newest.name}, xong cách đây ${roughDurationText(age)}`
    lines.push(
      age > max_backup_age_s
        ? trouble('Bản sao lưu', value, {
            tone: 'bad',
            advice: 'Đã hơn 30 giờ: dòng job failed của backup.base trong nhật ký của chương trình nói vì sao.',
          })
        : well('Bản sao lưu', value),
    )
  }
  if (test === null)
    lines.push(
      secondsSinceSetUp() > max_test_age_s
        ? trouble('Khôi phục thử', 'chưa lần nào', { tone: 'watch', advice: late_test_advice })
        : offLine('Khôi phục thử', 'chưa lần nào; tự chạy mỗi tháng một lần'),
    )
  else if (test.fault !== null)
    lines.push(
      trouble('Khôi phục thử', `bản ${test.name} lúc ${clockDayText(test.at)}: ${test.fault}`.slice(0, 300), {
        tone: 'bad',
        advice: 'Bản sao lưu ấy không dùng được: tạo bản mới và chạy npm run backup -- test.',
      }),
    )
  else {
    const value = `bản ${test.name} khôi phục được trong ${numberText(test.seconds, 1)} giây, mọi phép kiểm khớp, ${clockDayText(test.at)}`
    lines.push(
      ageInSeconds(test.at) > max_test_age_s
        ? trouble('Khôi phục thử', value, { tone: 'watch', advice: late_test_advice })
        : well('Khôi phục thử', value),
    )
  }
  if (upload !== null) {
    const age = upload.at === null ? null : ageInSeconds(upload.at)
    const value = age === null ? 'chưa nhận đủ lần nào' : `có đủ cách đây ${roughDurationText(age)}`
    lines.push(
      age === null || age > max_upload_age_s
        ? trouble('Kho S3', value, {
            tone: 'bad',
            advice: 'Xem nhật ký của chương trình: việc backup.upload nói kho trả lời gì.',
          })
        : well('Kho S3', value),
    )
  }
  return lines
}

const gateway_titles: Readonly<Record<string, string>> = {
  momo: 'MoMo',
  bank: 'Ngân hàng, chi tiền',
  statement: 'Ngân hàng, tiền vào',
  telecom: 'Viettel Money',
  telecom_check: 'Viettel Money, kiểm tra tài khoản',
}

async function gateways(db: Db): Promise<StatusLine[]> {
  const { rows } = await sql<{
    gateway: string
    answered_s: number | null
    failing_s: number | null
    fault: string | null
  }>`
    select gateway, extract(epoch from now() - answered_at)::double precision as answered_s,
      extract(epoch from now() - failing_since)::double precision as failing_s, fault
    from gateway_answer`.execute(db)
  const answers = new Map(rows.map((row) => [row.gateway, row]))
  return Object.entries(condition().gateways).map(([name, use]) => {
    const title = gateway_titles[name] ?? name
    if (use === null) return offLine(title, 'chưa cấu hình')
    const simulated = use === 'simulated' ? ' (giả lập)' : ''
    const answer = answers.get(name)
    if (answer?.failing_s != null)
      return trouble(title, `không có câu trả lời tin được từ ${roughDurationText(answer.failing_s)} nay${simulated}`, {
        tone: answer.failing_s > 300 ? 'bad' : 'watch',
        advice: 'Không mất gì: lệnh chi chờ hoặc là Nghi vấn cho tới khi hỏi lại được. Nếu kéo dài hãy gọi cho họ.',
        link: '/tai-khoan-tra-thuong',
      })
    if (answer?.answered_s == null) return well(title, `đã cấu hình, chưa hỏi lần nào${simulated}`)
    return well(title, `trả lời lần cuối cách đây ${roughDurationText(answer.answered_s)}${simulated}`)
  })
}

async function jobs(db: Db, backlog: Backlog): Promise<StatusLine[]> {
  const queues = await backlog.queues(db)
  const given_up = queues.filter((queue) => queue.given_up > 0)
  const late_queues = queues.filter(({ oldest_s }) => oldest_s > 900)
  const sum = (state: 'waiting' | 'active' | 'deferred') => queues.reduce((total, queue) => total + queue[state], 0)
  return [
    well(
      'Hàng đợi',
      `${numberText(sum('waiting'))} việc chờ, ${numberText(sum('active'))} đang chạy, ${numberText(sum('deferred'))} hẹn giờ`,
      jobs_link,
    ),
    ...late_queues.map(({ title, waiting, oldest_s }) =>
      trouble(title, `${numberText(waiting)} việc chờ, cũ nhất đã ${roughDurationText(oldest_s)}`, {
        tone: 'watch',
        advice: 'Việc đến nhanh hơn tốc độ xử lý: xem việc này có cố ý chạy từ từ không.',
        link: jobs_link,
      }),
    ),
    ...given_up.map((queue) =>
      trouble(queue.title, `${numberText(queue.given_up)} việc thất bại hết lượt thử`, {
        tone: 'bad',
        advice: 'Mở Công việc nền, sửa nguyên nhân rồi bấm Thử lại.',
        link: jobs_link,
      }),
    ),
  ]
}

async function feeds(db: Db): Promise<StatusLine[]> {
  const { rows } = await sql<{ source: number; has_url: boolean; answered_s: number | null; fault: string | null }>`
    select s.source, case s.source when 1 then f.first_url else f.second_url end is not null as has_url,
      extract(epoch from now() - s.answered_at)::double precision as answered_s, s.fault
    from result_feed f cross join result_feed_source s where f.status = 1 order by s.source`.execute(db)
  if (rows.length === 0) return [offLine('Nguồn tự động', 'đang tắt: kết quả do người nhập')]
  const open = await feedAlarms(db)
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .clearOrderBy()
    .execute()
  const count = open[0]!.count
  return [
    ...rows.map(({ source, has_url, answered_s, fault }) => {
      const title = `Nguồn ${source}`
      if (!has_url) return offLine(title, 'chưa cấu hình')
      if (fault !== null)
        return trouble(title, 'không trả lời lần gần nhất', {
          tone: 'watch',
          advice: 'Kết quả vẫn nhập tay được; xem cấu hình nguồn nếu kéo dài.',
          link: '/danh-sach-ket-qua',
        })
      return well(title, answered_s === null ? 'chưa hỏi lần nào' : `trả lời cách đây ${roughDurationText(answered_s)}`)
    }),
    count > 0
      ? trouble('Kết quả', `${numberText(count)} kỳ trễ hoặc các nguồn báo trái nhau`, {
          tone: 'bad',
          advice: 'Mở Kết quả để xem từng kỳ.',
          link: '/danh-sach-ket-qua',
        })
      : well('Kết quả', 'không kỳ nào trễ hoặc trái nhau'),
  ]
}
