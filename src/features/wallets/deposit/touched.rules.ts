/** What shows money that comes in: a move of one side is seen on the other. */
export const touched = ['cms/wallet', 'cms/bankTransaction', 'cms/accountWallet', 'cms/audit']
