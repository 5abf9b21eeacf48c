import { startSocialPage } from './startSocialPage.js'

startSocialPage(window)
