/** Money as people read it, here and in what the server tells: '1.234.567 đ'. */
export const moneyText = (amount: number) => `${amount.toLocaleString('vi-VN')} đ`

/** With its sign: '+50.000 đ', '−50.000 đ'. */
export const changeText = (amount: number) =>
  `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${moneyText(Math.abs(amount))}`
