/** How the nightly proofs of everything do. */
import type { Db } from '#server/database/transaction.ts'
import { lastProofs } from '#features/close/proof/state.server.ts'
import { proofTitles } from '#features/close/proof/verify-all.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { offLine, secondsSinceSetUp, trouble, well } from './lines.server.ts'
import type { StatusLine } from './status.contract.ts'

const max_age_s = 30 * 3_600
const late_advice = 'Đã hơn 30 giờ: dòng job failed của day-close.prepare trong nhật ký của chương trình nói vì sao.'

export async function proofLines(db: Db): Promise<StatusLine[]> {
  return (await lastProofs(db)).map(({ name, at, at_s, differences, fault, fault_at }) => {
    const title = proofTitles[name]
    if (at_s === null && fault === null)
      return secondsSinceSetUp() > max_age_s
        ? trouble(title, 'chưa chạy lần nào', { tone: 'watch', advice: late_advice })
        : offLine(title, 'chưa chạy lần nào')
    if (differences !== null && differences > 0)
      return trouble(title, `${numberText(differences)} chỗ lệch, ${at}`, {
        tone: 'bad',
        advice: 'Không sửa tay trong cơ sở dữ liệu: chạy lệnh verify của phép kiểm ấy để biết từng dòng.',
        link: '/chot-ngay',
      })
    if (at_s === null || fault !== null)
      return trouble(title, `không chạy được lúc ${fault_at}: ${fault}`.slice(0, 300), {
        tone: 'bad',
        advice: 'Sửa nguyên nhân (nhật ký của chương trình nói rõ hơn), rồi chạy lệnh verify của phép kiểm ấy.',
      })
    return Date.now() / 1_000 - at_s > max_age_s
      ? trouble(title, `khớp, nhưng lần cuối là ${at}`, {
          tone: 'watch',
          advice: late_advice,
        })
      : well(title, `khớp, ${at}`)
  })
}
