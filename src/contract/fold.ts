/**
 * Folds text for searching: removes accents, case and repeated spaces. NFD separates letters from their marks; đ does not decompose and is replaced
 * explicitly. vn_fold in the database does the same, so that both find the same rows.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
