import type { Area } from '#server/area.ts'
import { banner } from './banner/banner.contract.ts'
import { popup } from './popup/popup.contract.ts'
import { configFile } from './config-file/config-file.contract.ts'
import { link } from './link/link.contract.ts'
import { maintenance } from './maintenance/maintenance.contract.ts'
import { tag } from './tag/tag.contract.ts'
import { food } from './food/food.contract.ts'
import { post } from './post/post.contract.ts'
import { foodRule } from './food-rule/food-rule.contract.ts'
import banners from './banner/banner.server.ts'
import configFiles from './config-file/config-file.server.ts'
import files from './file/file.server.ts'
import { pictureSizesCronJob, pictureSizesJob } from './file/picture-sizes.jobs.ts'
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
  quickActs: [
    { page: bannerPage, call: banner.add },
    { page: popupPage, call: popup.add },
    { page: configFilePage, call: configFile.add },
    { page: linkPage, call: link.add },
    { page: maintenancePage, call: maintenance.add },
    { page: tagPage, call: tag.add },
    { page: foodPage, call: food.add },
    { page: postPage, call: post.add },
    { page: foodRulePage, call: foodRule.add },
  ],
  queuedJobs: (context) => [pictureSizesJob(context)],
  cronJobs: (context) => [unusedPicturesJob(context), pictureSizesCronJob(context)],
} satisfies Area
