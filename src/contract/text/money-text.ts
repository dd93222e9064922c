import { numberText } from './number-text.ts'

/** An amount as text: '1.234.567 đ'. */
export const moneyText = (amount: number) => `${numberText(amount)} đ`

/** A change of an amount, with its sign: '+50.000 đ', '−50.000 đ'. */
export const changeText = (amount: number) =>
  `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${moneyText(Math.abs(amount))}`
