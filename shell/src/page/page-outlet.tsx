import type { Composition, CompositionPage } from '@site/shared/composition'
import { watchReveals } from '@site/shared/reveal'
import { Component, type ReactNode, Suspense, use, useEffect } from 'react'
import { awaitComponent, isPrerendered, loadedComponent } from '../remotes.ts'
import { report } from '../report.ts'
import { PageFailure } from './page-failure.tsx'

/** Where the remotes' pages appear. One that breaks takes nothing else with it. */
export function PageOutlet({ composition, page }: { composition: Composition; page: CompositionPage }) {
  return (
    <PageBoundary composition={composition} page={page}>
      {/* One boundary for the page that came as HTML and one for all others: React waits for ever for HTML whose
          component never comes, so leaving such a page has to leave its boundary. */}
      <Suspense key={isPrerendered(page.path) ? 'document' : 'navigation'}>
        <PageContent key={page.path} page={page} />
      </Suspense>
    </PageBoundary>
  )
}

function PageContent({ page }: { page: CompositionPage }) {
  const Content = loadedComponent(page) ?? use(awaitComponent(page))
  useEffect(() => {
    performance.mark('page-hydrated')
    document.documentElement.dataset.page = page.path
    return watchReveals(document.body)
  }, [page])
  return <Content />
}

interface BoundaryProps {
  composition: Composition
  page: CompositionPage
  children: ReactNode
}

interface BoundaryState {
  page: CompositionPage
  error?: unknown
  /** The HTML that came with the document, when it was still on screen as the page broke. */
  readable?: string | undefined
}

class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { page: this.props.page }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.page === state.page ? null : { page: props.page }
  }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, readable: prerenderedHtml() }
  }

  override componentDidCatch(error: unknown): void {
    const { composition, page } = this.props
    report(page, composition.bundles[page.remote]?.version, error)
  }

  override render(): ReactNode {
    const { error, readable, page } = this.state
    if (error === undefined) return this.props.children
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this document's own HTML, as the server sent it.
    if (readable) return <div dangerouslySetInnerHTML={{ __html: readable }} />
    return <PageFailure page={page} onRetry={() => this.setState({ error: undefined })} />
  }
}

/** React has not yet removed the document's HTML when an error reaches the boundary, so it can still be kept. */
function prerenderedHtml(): string | undefined {
  const main = document.getElementById('main')
  return main && isPrerendered(main.dataset.path ?? '') ? main.innerHTML : undefined
}
