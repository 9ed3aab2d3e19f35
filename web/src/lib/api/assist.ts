// Requests of the assistant: tests, forms, resolutions, fights to follow, worked examples. Any token of the house is
// enough.
import { absent, json } from './http';
import type { AssistantCard, CaseCard, CaseView, Follow, FollowedView, Invitation, Resolve, Resolved, TestForm } from './types';

const id = encodeURIComponent;
const at = (ruleset: string, test: string) => `/api/assistant/${id(ruleset)}/tests/${id(test)}`;
const signalled = (signal?: AbortSignal) => (signal ? { signal } : {});

export function assistant(token: string | null) {
  return {
    all: () => json<AssistantCard>(token, '/api/assistant'),
    form: (ruleset: string, test: string) => json<TestForm>(token, at(ruleset, test)).catch(absent('assist.noTest')),
    resolve: (ruleset: string, test: string, asked: Resolve, signal?: AbortSignal) =>
      json<Resolved>(token, `${at(ruleset, test)}/resolve`, { body: asked, ...signalled(signal) }),
    follow: (ruleset: string, test: string, asked: Follow, signal?: AbortSignal) =>
      json<FollowedView>(token, `${at(ruleset, test)}/follow`, { body: asked, ...signalled(signal) }).catch(absent('assist.noTest')),
    cases: (ruleset: string) => json<CaseCard[]>(token, `/api/assistant/${id(ruleset)}/cases`).catch(absent('assist.noCase')),
    caseOf: (ruleset: string, name: string) =>
      json<CaseView>(token, `/api/assistant/${id(ruleset)}/cases/${id(name)}`).catch(absent('assist.noCase')),
    invite: () => json<Invitation>(token, '/api/assistant/invite', { method: 'POST' }),
    health: () => json<unknown>(token, '/api/assistant'),
  };
}
