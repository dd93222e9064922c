import type { Area } from '#server/area.ts'
import banners from './banner/banner.server.ts'
import configFiles from './config-file/config-file.server.ts'
import files from './file/file.server.ts'
import { unusedPicturesJob } from './file/unused-pictures.jobs.ts'
import foodRules from './food-rule/food-rule.server.ts'
import foods from './food/food.server.ts'
import links from './link/link.server.ts'
import works from './maintenance/maintenance.server.ts'
import {
  bannerPage,
  configFilePage,
  foodPage,
  foodRulePage,
  linkPage,
  maintenancePage,
  popupPage,
  postPage,
  tagPage,
} from './pages.contract.ts'
import popups from './popup/popup.server.ts'
import posts from './post/post.server.ts'
import tags from './tag/tag.server.ts'

export default {
  menu: [
    {
      title: 'Nội dung',
      icon: 'image',
      pages: [
        bannerPage,
        popupPage,
        configFilePage,
        linkPage,
        maintenancePage,
        tagPage,
        foodPage,
        postPage,
        foodRulePage,
      ],
    },
  ],
  services: [banners, files, popups, configFiles, links, works, tags, foods, posts, foodRules],
  cronJobs: (context) => [unusedPicturesJob(context)],
} satisfies Area
