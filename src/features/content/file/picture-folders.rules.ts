/** The folders whose pictures customers see. Pictures of orders and tickets are evidence: they are neither cropped nor deleted. */
export const content_folders = ['banner', 'popup', 'food', 'post', 'terms', 'product'] as const

export const isContentFolder = (folder: string): boolean => (content_folders as readonly string[]).includes(folder)
