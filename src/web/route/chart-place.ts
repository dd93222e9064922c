/** The link of a chart's value within the application: `link={(row, series, anchor) => <ChartPlace {...place} {...anchor} />}`. */
import { createLink } from '@tanstack/react-router'
import { ChartLink } from '#web/ui/chart/chart-link.tsx'

export const ChartPlace = createLink(ChartLink)
