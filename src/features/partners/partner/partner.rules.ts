/** Why an action on a partner is not possible; shown by the screens. */

/** The fields of a partner that decide what is possible. */
interface Subject {
  pos_count: number
  pos_limit?: number | null | undefined
}

export const whyNot = {
  delete: ({ pos_count }: Subject) =>
    pos_count > 0 && `Đại lý đang có ${pos_count} điểm bán. Hãy gỡ các điểm bán khỏi đại lý trước.`,
  addPos: ({ pos_count, pos_limit }: Subject) =>
    pos_limit != null && pos_count >= pos_limit && `Đại lý đã có đủ ${pos_limit} điểm bán theo hạn mức.`,
  addUser: ({ user_id }: { user_id: number }, picked: number | null) =>
    picked === user_id && 'Không thể chuyển chính tài khoản đang đăng nhập.',
}
