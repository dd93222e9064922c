/** What shows customers' and funds' money, and who changed it: whatever moves money in one list is seen in the others. */
export const touched = [
  'cms/accountWallet',
  'cms/wallet',
  'cms/bankTransaction',
  'cms/withdrawal',
  'cms/accountReward',
  'cms/audit',
]
