/** The folders whose pictures customers see. Those of orders and tickets prove something: they are neither cut nor removed. */
export const contentFolders = ['banner', 'popup', 'food', 'post', 'terms', 'product'] as const

export const isContentFolder = (folder: string): boolean => (contentFolders as readonly string[]).includes(folder)
