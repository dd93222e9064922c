/** The calls that show money: whatever moves money changes the answers of all of them. */
export const money_lists = [
  'cms/accountWallet',
  'cms/wallet',
  'cms/bankTransaction',
  'cms/withdrawal',
  'cms/accountReward',
]
