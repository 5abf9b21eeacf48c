import { startApprovePage } from './popup/startApprovePage.js'

startApprovePage(window)
