import { type Composition, findPage } from '@site/shared/composition'
import { ToastRegion } from '@site/shared/ui/toast-region'
import { Footer } from './footer/footer.tsx'
import { Header } from './header/header.tsx'
import { NavigationStatus } from './navigation/navigation-status.tsx'
import { usePageChange } from './navigation/use-page-change.ts'
import { useShownLocation } from './navigation/use-shown-location.ts'
import { NotFound } from './not-found/not-found.tsx'
import { PageOutlet } from './page/page-outlet.tsx'

export function App({ composition }: { composition: Composition }) {
  const location = useShownLocation(composition)
  const page = findPage(composition, location.pathname)
  usePageChange(composition, location, page)
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header path={page?.path ?? ''} />
      <NavigationStatus />
      <main id="main" tabIndex={-1} data-path={page?.path}>
        {page ? <PageOutlet composition={composition} page={page} /> : <NotFound />}
      </main>
      <Footer />
      <ToastRegion />
    </>
  )
}
