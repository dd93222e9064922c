/**
 * Text as people search it: without accents, case or doubled spaces. NFD splits a letter from its marks; đ has no
 * mark to split off and is mapped by hand. The database's vn_fold does the same, so that both sides find the same rows.
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
