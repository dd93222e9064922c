/** Shown where a form begins with what was typed before a reload or the end of the session. */
export const restored_text = 'Đã khôi phục nội dung bạn đang nhập dở. Hãy kiểm tra lại trước khi lưu.'
