/** The calls that show money, and the log: whatever moves money changes what all of them answer. */
export const moneyLists = [
  'cms/accountWallet',
  'cms/wallet',
  'cms/bankTransaction',
  'cms/withdrawal',
  'cms/accountReward',
  'cms/audit',
]
