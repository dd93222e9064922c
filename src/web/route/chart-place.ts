/** The link of a chart's value within the application: `link={(row, series, anchor) => <ChartPlace {...place} {...anchor} />}`. */
import { ChartLink } from '#web/ui/chart/chart-link.tsx'
import { createLink } from './link.tsx'

export const ChartPlace = createLink(ChartLink)
