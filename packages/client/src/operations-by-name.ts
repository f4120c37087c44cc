// Made by tools/src/client-interface.ts from the operation table; not to be edited.
import type { Operate } from './operate.ts';

/** Every operation of the table under its own name: `groups.members.list` as `client.groups.members.list`. */
export interface Grouped {
  readonly users: {
    /**
     * Creates a user, on request with a token for the first login.
     *
     * `POST /users` · Users
     *
     * - needs a key of authOnly
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as core in the rate limits
     */
    readonly create: Operate<'users.create', UsersCreateComments>;
    /**
     * Lists the users of the app; deactivated ones only on request.
     *
     * `GET /users` · Users
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'users.list', UsersListComments>;
    /**
     * Reads one user; a deactivated one counts as not found.
     *
     * `GET /users/{uid}` · Users
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly get: Operate<'users.get', UsersGetComments>;
    /**
     * Changes the given fields of a user, and empties those named in `unset`.
     *
     * `PUT /users/{uid}` · Users
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly update: Operate<'users.update', UsersUpdateComments>;
    /**
     * Deactivates a user, or with `permanent` deletes the user with all messages.
     *
     * `DELETE /users/{uid}` · Users
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as core in the rate limits
     */
    readonly delete: Operate<'users.delete', UsersDeleteComments>;
    /**
     * Deactivates several users.
     *
     * `DELETE /users` · Users
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as core in the rate limits
     */
    readonly deactivate: Operate<'users.deactivate', UsersDeactivateComments>;
    /**
     * Makes several deactivated users active again.
     *
     * `PUT /users` · Users
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly reactivate: Operate<'users.reactivate', UsersReactivateComments>;
    readonly authTokens: {
      /**
       * Creates a token for a login of the user, or returns the one there is.
       *
       * `POST /users/{uid}/auth_tokens` · Auth Tokens
       *
       * - needs a key of authOnly
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly create: Operate<'users.authTokens.create', UsersAuthTokensCreateComments>;
      /**
       * Lists the active tokens of a user, at most 100.
       *
       * `GET /users/{uid}/auth_tokens` · Auth Tokens
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'users.authTokens.list', UsersAuthTokensListComments>;
      /**
       * Reads one token of a user.
       *
       * `GET /users/{uid}/auth_tokens/{authToken}` · Auth Tokens
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'users.authTokens.get', UsersAuthTokensGetComments>;
      /**
       * Changes platform, device and app of a token.
       *
       * `PUT /users/{uid}/auth_tokens/{authToken}` · Auth Tokens
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'users.authTokens.update', UsersAuthTokensUpdateComments>;
      /**
       * Deletes one token: that login ends.
       *
       * `DELETE /users/{uid}/auth_tokens/{authToken}` · Auth Tokens
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'users.authTokens.delete', UsersAuthTokensDeleteComments>;
      /**
       * Deletes all tokens of a user: all logins end.
       *
       * `DELETE /users/{uid}/auth_tokens` · Auth Tokens
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly deleteAll: Operate<'users.authTokens.deleteAll', UsersAuthTokensDeleteAllComments>;
    };
    readonly friends: {
      /**
       * Makes users friends, in both directions.
       *
       * `POST /users/{uid}/friends` · Friends
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly add: Operate<'users.friends.add', UsersFriendsAddComments>;
      /**
       * Lists the friends of a user.
       *
       * `GET /users/{uid}/friends` · Friends
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'users.friends.list', UsersFriendsListComments>;
      /**
       * Ends friendships of a user.
       *
       * `DELETE /users/{uid}/friends` · Friends
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly remove: Operate<'users.friends.remove', UsersFriendsRemoveComments>;
    };
    readonly blockedUsers: {
      /**
       * Blocks users: they and the user no longer reach each other.
       *
       * `POST /users/{uid}/blockedusers` · Blocked Users
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly block: Operate<'users.blockedUsers.block', UsersBlockedUsersBlockComments>;
      /**
       * Lists the users that a user has blocked.
       *
       * `GET /users/{uid}/blockedusers` · Blocked Users
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'users.blockedUsers.list', UsersBlockedUsersListComments>;
      /**
       * Ends blocks of a user.
       *
       * `DELETE /users/{uid}/blockedusers` · Blocked Users
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly unblock: Operate<'users.blockedUsers.unblock', UsersBlockedUsersUnblockComments>;
    };
    readonly messages: {
      /**
       * Lists the messages between a user and the acting one; without one, all of the user.
       *
       * `GET /users/{uid}/messages` · Messages
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'users.messages.list', UsersMessagesListComments>;
    };
    readonly conversation: {
      /**
       * Reads the conversation of the acting user with another one.
       *
       * `GET /users/{uid}/conversation` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'users.conversation.get', UsersConversationGetComments>;
      /**
       * Sets the tags of a conversation with a user.
       *
       * `PUT /users/{uid}/conversation` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'users.conversation.update', UsersConversationUpdateComments>;
      /**
       * Deletes a conversation with a user for the acting one.
       *
       * `DELETE /users/{uid}/conversation` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly reset: Operate<'users.conversation.reset', UsersConversationResetComments>;
      /**
       * Marks all messages from a user as delivered.
       *
       * `POST /users/{uid}/conversation/delivered` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly markDelivered: Operate<'users.conversation.markDelivered', UsersConversationMarkDeliveredComments>;
      /**
       * Marks all messages from a user as read.
       *
       * `POST /users/{uid}/conversation/read` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly markRead: Operate<'users.conversation.markRead', UsersConversationMarkReadComments>;
      /**
       * Marks the last message from a user as unread; at most 5 times a minute.
       *
       * `DELETE /users/{uid}/conversation/read` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly markUnread: Operate<'users.conversation.markUnread', UsersConversationMarkUnreadComments>;
      /**
       * Pins a conversation with a user for the acting one, who may pin 5.
       *
       * `POST /users/{uid}/conversation/pin` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly pin: Operate<'users.conversation.pin', UsersConversationPinComments>;
      /**
       * Unpins a conversation with a user.
       *
       * `DELETE /users/{uid}/conversation/pin` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly unpin: Operate<'users.conversation.unpin', UsersConversationUnpinComments>;
    };
  };
  readonly groups: {
    /**
     * Creates a group, on request with its first members.
     *
     * `POST /groups` · Groups
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as core in the rate limits
     */
    readonly create: Operate<'groups.create', GroupsCreateComments>;
    /**
     * Lists groups; on behalf of a user, with what they are to that user.
     *
     * `GET /groups` · Groups
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'groups.list', GroupsListComments>;
    /**
     * Reads one group.
     *
     * `GET /groups/{guid}` · Groups
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly get: Operate<'groups.get', GroupsGetComments>;
    /**
     * Changes the given fields of a group, and empties those named in `unset`.
     *
     * `PUT /groups/{guid}` · Groups
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly update: Operate<'groups.update', GroupsUpdateComments>;
    /**
     * Deletes a group with its messages.
     *
     * `DELETE /groups/{guid}` · Groups
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly delete: Operate<'groups.delete', GroupsDeleteComments>;
    readonly members: {
      /**
       * Adds members by scope, and bans users: at most 25 in one call.
       *
       * `POST /groups/{guid}/members` · Group Members
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as core in the rate limits
       */
      readonly add: Operate<'groups.members.add', GroupsMembersAddComments>;
      /**
       * Lists the members of a group.
       *
       * `GET /groups/{guid}/members` · Group Members
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'groups.members.list', GroupsMembersListComments>;
      /**
       * Makes a member admin, moderator or participant.
       *
       * `PUT /groups/{guid}/members/{uid}` · Group Members
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly changeScope: Operate<'groups.members.changeScope', GroupsMembersChangeScopeComments>;
      /**
       * Removes a member from a group.
       *
       * `DELETE /groups/{guid}/members/{uid}` · Group Members
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as core in the rate limits
       */
      readonly remove: Operate<'groups.members.remove', GroupsMembersRemoveComments>;
    };
    readonly bannedUsers: {
      /**
       * Bans a user from a group.
       *
       * `POST /groups/{guid}/bannedusers/{uid}` · Banned Users
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly ban: Operate<'groups.bannedUsers.ban', GroupsBannedUsersBanComments>;
      /**
       * Ends the ban of a user from a group.
       *
       * `DELETE /groups/{guid}/bannedusers/{uid}` · Banned Users
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly unban: Operate<'groups.bannedUsers.unban', GroupsBannedUsersUnbanComments>;
      /**
       * Lists the users that are banned from a group.
       *
       * `GET /groups/{guid}/bannedusers` · Banned Users
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'groups.bannedUsers.list', GroupsBannedUsersListComments>;
    };
    readonly messages: {
      /**
       * Lists the messages of a group.
       *
       * `GET /groups/{guid}/messages` · Messages
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'groups.messages.list', GroupsMessagesListComments>;
    };
    readonly conversation: {
      /**
       * Reads the conversation of a group as the acting user has it.
       *
       * `GET /groups/{guid}/conversation` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'groups.conversation.get', GroupsConversationGetComments>;
      /**
       * Sets the tags of the conversation of a group.
       *
       * `PUT /groups/{guid}/conversation` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'groups.conversation.update', GroupsConversationUpdateComments>;
      /**
       * Deletes the conversation of a group for the acting user.
       *
       * `DELETE /groups/{guid}/conversation` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly reset: Operate<'groups.conversation.reset', GroupsConversationResetComments>;
      /**
       * Marks all messages of a group as delivered.
       *
       * `POST /groups/{guid}/conversation/delivered` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly markDelivered: Operate<'groups.conversation.markDelivered', GroupsConversationMarkDeliveredComments>;
      /**
       * Marks all messages of a group as read.
       *
       * `POST /groups/{guid}/conversation/read` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly markRead: Operate<'groups.conversation.markRead', GroupsConversationMarkReadComments>;
      /**
       * Marks the last message of a group as unread; at most 5 times a minute.
       *
       * `DELETE /groups/{guid}/conversation/read` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly markUnread: Operate<'groups.conversation.markUnread', GroupsConversationMarkUnreadComments>;
      /**
       * Pins the conversation of a group for the acting user, who may pin 5.
       *
       * `POST /groups/{guid}/conversation/pin` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly pin: Operate<'groups.conversation.pin', GroupsConversationPinComments>;
      /**
       * Unpins the conversation of a group.
       *
       * `DELETE /groups/{guid}/conversation/pin` · Conversations
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly unpin: Operate<'groups.conversation.unpin', GroupsConversationUnpinComments>;
    };
    readonly scopes: {
      readonly permissions: {
        /**
         * Lists the permissions of a scope in one group.
         *
         * `GET /groups/{guid}/scopes/{scope}/permissions` · RBAC
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         * - returns the items of all pages, and reads each page when it is needed
         */
        readonly list: Operate<'groups.scopes.permissions.list', GroupsScopesPermissionsListComments>;
        /**
         * Sets permissions of a scope in one group.
         *
         * `PUT /groups/{guid}/scopes/{scope}/permissions` · RBAC
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly update: Operate<'groups.scopes.permissions.update', GroupsScopesPermissionsUpdateComments>;
        /**
         * Sets a permission of a scope in one group back to its default.
         *
         * `DELETE /groups/{guid}/scopes/{scope}/permissions/{permission}` · RBAC
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly remove: Operate<'groups.scopes.permissions.remove', GroupsScopesPermissionsRemoveComments>;
      };
    };
  };
  readonly messages: {
    /**
     * Sends a message now; it cannot be dated back.
     *
     * `POST /messages` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is not repeated after a lost answer, because the service would execute it twice
     * - counts as standard in the rate limits
     */
    readonly send: Operate<'messages.send', MessagesSendComments>;
    /**
     * Lists messages of the whole app.
     *
     * `GET /messages` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'messages.list', MessagesListComments>;
    /**
     * Reads one message by its id.
     *
     * `GET /messages/{id}` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly get: Operate<'messages.get', MessagesGetComments>;
    /**
     * Edits a message; the answer is an action message that holds the edited one.
     *
     * `PUT /messages/{id}` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly update: Operate<'messages.update', MessagesUpdateComments>;
    /**
     * Marks a message as deleted, or with `permanent` removes it for good.
     *
     * `DELETE /messages/{id}` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly delete: Operate<'messages.delete', MessagesDeleteComments>;
    readonly thread: {
      /**
       * Replies to a message.
       *
       * `POST /messages/{id}/thread` · Messages
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly send: Operate<'messages.thread.send', MessagesThreadSendComments>;
      /**
       * Lists the replies to a message.
       *
       * `GET /messages/{id}/thread` · Messages
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'messages.thread.list', MessagesThreadListComments>;
      /**
       * Makes the acting user follow the replies to a message.
       *
       * `POST /messages/{id}/thread/subscription` · Messages
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly subscribe: Operate<'messages.thread.subscribe', MessagesThreadSubscribeComments>;
      /**
       * Ends that the acting user follows the replies to a message.
       *
       * `DELETE /messages/{id}/thread/subscription` · Messages
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly unsubscribe: Operate<'messages.thread.unsubscribe', MessagesThreadUnsubscribeComments>;
    };
    readonly reactions: {
      /**
       * Adds a reaction of the acting user to a message.
       *
       * `POST /messages/{id}/reactions/{reaction}` · Messages
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly add: Operate<'messages.reactions.add', MessagesReactionsAddComments>;
      /**
       * Takes a reaction of the acting user from a message.
       *
       * `DELETE /messages/{id}/reactions/{reaction}` · Messages
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly remove: Operate<'messages.reactions.remove', MessagesReactionsRemoveComments>;
      /**
       * Lists all reactions to a message.
       *
       * `GET /messages/{id}/reactions` · Messages
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'messages.reactions.list', MessagesReactionsListComments>;
      /**
       * Lists the users who reacted to a message with one reaction.
       *
       * `GET /messages/{id}/reactions/{reaction}` · Messages
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly listOne: Operate<'messages.reactions.listOne', MessagesReactionsListOneComments>;
    };
    /**
     * Pins a message to its conversation, which has at most 100 pinned ones.
     *
     * `POST /messages/{id}/pin` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly pin: Operate<'messages.pin', MessagesPinComments>;
    /**
     * Unpins a message.
     *
     * `DELETE /messages/{id}/pin` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly unpin: Operate<'messages.unpin', MessagesUnpinComments>;
    /**
     * Saves a message for the acting user, who has at most 100.
     *
     * `POST /messages/{id}/save` · Messages
     *
     * - needs a key of fullAccess
     * - acts on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly save: Operate<'messages.save', MessagesSaveComments>;
    /**
     * Takes a message from those that the acting user has saved.
     *
     * `DELETE /messages/{id}/save` · Messages
     *
     * - needs a key of fullAccess
     * - acts on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly unsave: Operate<'messages.unsave', MessagesUnsaveComments>;
    /**
     * Notes which elements of an interactive message the acting user has used.
     *
     * `PATCH /messages/{id}/interacted` · Messages
     *
     * - needs a key of fullAccess
     * - acts on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly markInteracted: Operate<'messages.markInteracted', MessagesMarkInteractedComments>;
    /**
     * Flags a message for one of the reasons of the app.
     *
     * `POST /messages/{id}/flagged` · Moderation
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly flag: Operate<'messages.flag', MessagesFlagComments>;
  };
  readonly bots: {
    readonly messages: {
      /**
       * Sends a message as a bot.
       *
       * `POST /bots/{uid}/messages` · Messages
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly send: Operate<'bots.messages.send', BotsMessagesSendComments>;
    };
  };
  readonly threads: {
    /**
     * Lists the messages that have replies, over all conversations, with the last reply to each.
     *
     * `GET /threads` · Messages
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'threads.list', ThreadsListComments>;
  };
  readonly conversations: {
    /**
     * Lists conversations, of the acting user or of all.
     *
     * `GET /conversations` · Conversations
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'conversations.list', ConversationsListComments>;
    /**
     * Reads one conversation by its id.
     *
     * `GET /conversations/{conversationId}` · Conversations
     *
     * - needs a key of fullAccess
     * - acts on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     *
     * @deprecated Use users.conversation.get or groups.conversation.get.
     */
    readonly get: Operate<'conversations.get', ConversationsGetComments>;
    /**
     * Deletes a conversation by its id for the acting user.
     *
     * `DELETE /conversations/{conversationId}` · Conversations
     *
     * - needs a key of fullAccess
     * - acts on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     *
     * @deprecated Use users.conversation.reset or groups.conversation.reset.
     */
    readonly delete: Operate<'conversations.delete', ConversationsDeleteComments>;
    readonly pinned: {
      /**
       * Lists the conversations that the app has pinned for all users.
       *
       * `GET /conversations/pinned` · Conversations
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'conversations.pinned.list', ConversationsPinnedListComments>;
      /**
       * Replaces the conversations that the app pins for all users, at most 5.
       *
       * `PUT /conversations/pinned` · Conversations
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly replace: Operate<'conversations.pinned.replace', ConversationsPinnedReplaceComments>;
    };
  };
  readonly roles: {
    /**
     * Creates a role, which must exist before a user is given it.
     *
     * `POST /roles` · Roles
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly create: Operate<'roles.create', RolesCreateComments>;
    /**
     * Lists the roles of the app.
     *
     * `GET /roles` · Roles
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'roles.list', RolesListComments>;
    /**
     * Reads one role.
     *
     * `GET /roles/{role}` · Roles
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly get: Operate<'roles.get', RolesGetComments>;
    /**
     * Changes the given fields of a role, and empties those named in `unset`.
     *
     * `PUT /roles/{role}` · Roles
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly update: Operate<'roles.update', RolesUpdateComments>;
    /**
     * Deletes a role; `default` stays.
     *
     * `DELETE /roles/{role}` · Roles
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly delete: Operate<'roles.delete', RolesDeleteComments>;
    readonly restrictedFeatures: {
      /**
       * Withholds features from the users of a role.
       *
       * `POST /roles/{role}/restrictedfeatures` · Restrict Features
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly restrict: Operate<'roles.restrictedFeatures.restrict', RolesRestrictedFeaturesRestrictComments>;
      /**
       * Lists the features that are withheld from a role.
       *
       * `GET /roles/{role}/restrictedfeatures` · Restrict Features
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'roles.restrictedFeatures.list', RolesRestrictedFeaturesListComments>;
      /**
       * Gives features back to a role, or all of them.
       *
       * `DELETE /roles/{role}/restrictedfeatures` · Restrict Features
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly allow: Operate<'roles.restrictedFeatures.allow', RolesRestrictedFeaturesAllowComments>;
    };
    readonly permissions: {
      /**
       * Lists the permissions of a role with their values.
       *
       * `GET /roles/{role}/permissions` · RBAC
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'roles.permissions.list', RolesPermissionsListComments>;
      /**
       * Sets permissions of a role.
       *
       * `PUT /roles/{role}/permissions` · RBAC
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'roles.permissions.update', RolesPermissionsUpdateComments>;
      /**
       * Sets a permission of a role back to its default.
       *
       * `DELETE /roles/{role}/permissions/{permission}` · RBAC
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly remove: Operate<'roles.permissions.remove', RolesPermissionsRemoveComments>;
    };
  };
  readonly apiKeys: {
    /**
     * Creates an API key.
     *
     * `POST /apikeys` · API Keys
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is not repeated after a lost answer, because the service would execute it twice
     * - counts as standard in the rate limits
     */
    readonly create: Operate<'apiKeys.create', ApiKeysCreateComments>;
    /**
     * Lists the API keys of the app.
     *
     * `GET /apikeys` · API Keys
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'apiKeys.list', ApiKeysListComments>;
    /**
     * Reads one API key.
     *
     * `GET /apikeys/{apiKey}` · API Keys
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly get: Operate<'apiKeys.get', ApiKeysGetComments>;
    /**
     * Changes name or scope of an API key other than the one in use.
     *
     * `PUT /apikeys/{apiKey}` · API Keys
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly update: Operate<'apiKeys.update', ApiKeysUpdateComments>;
    /**
     * Deletes an API key other than the one in use.
     *
     * `DELETE /apikeys/{apiKey}` · API Keys
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly delete: Operate<'apiKeys.delete', ApiKeysDeleteComments>;
  };
  readonly calls: {
    /**
     * Lists calls, on behalf of a user those the user was part of.
     *
     * `GET /calls` · Calls
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'calls.list', CallsListComments>;
    /**
     * Reads one call with its participants.
     *
     * `GET /calls/{sessionId}` · Calls
     *
     * - needs a key of fullAccess
     * - may act on behalf of the user in `onBehalfOf`
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly get: Operate<'calls.get', CallsGetComments>;
    readonly transcriptions: {
      /**
       * Lists the transcriptions of a call, newest first.
       *
       * `GET /calls/{sessionId}/transcriptions` · Calls
       *
       * - needs a key of fullAccess
       * - may act on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'calls.transcriptions.list', CallsTranscriptionsListComments>;
    };
  };
  readonly dataImport: {
    /**
     * Imports up to 50 users with their own dates.
     *
     * `POST /data_import/users` · Data Import
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as import in the rate limits
     */
    readonly users: Operate<'dataImport.users', DataImportUsersComments>;
    /**
     * Imports up to 50 groups with their own dates.
     *
     * `POST /data_import/groups` · Data Import
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as import in the rate limits
     */
    readonly groups: Operate<'dataImport.groups', DataImportGroupsComments>;
    /**
     * Imports up to 50 members of groups, or bans, with their own dates.
     *
     * `POST /data_import/members` · Data Import
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as import in the rate limits
     */
    readonly members: Operate<'dataImport.members', DataImportMembersComments>;
    /**
     * Imports up to 50 messages with their own dates.
     *
     * `POST /data_import/messages` · Data Import
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as import in the rate limits
     */
    readonly messages: Operate<'dataImport.messages', DataImportMessagesComments>;
  };
  readonly metrics: {
    /**
     * Reads usage between two times in milliseconds.
     *
     * `GET /stats` · Metrics
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly get: Operate<'metrics.get', MetricsGetComments>;
    /**
     * Reads the messages of the last hour in points of five minutes.
     *
     * `GET /stats/messages` · Metrics
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly messages: Operate<'metrics.messages'>;
  };
  readonly notifications: {
    readonly settings: {
      /**
       * Reads the preferences, templates and sounds of the app.
       *
       * `GET /notifications/v1/settings` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'notifications.settings.get'>;
      /**
       * Changes the notification settings of the app.
       *
       * `PATCH /notifications/v1/settings` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'notifications.settings.update'>;
      /**
       * Sets the notification settings of the app back.
       *
       * `DELETE /notifications/v1/settings` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly reset: Operate<'notifications.settings.reset'>;
    };
    readonly contactDetails: {
      /**
       * Reads the e-mail address and telephone number to which the acting user is notified.
       *
       * `GET /notifications/v1/contact-details` · Notifications
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'notifications.contactDetails.get'>;
      /**
       * Changes the e-mail address and telephone number to which the acting user is notified.
       *
       * `PATCH /notifications/v1/contact-details` · Notifications
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'notifications.contactDetails.update', NotificationsContactDetailsUpdateComments>;
      /**
       * Deletes the e-mail address and telephone number of the acting user.
       *
       * `DELETE /notifications/v1/contact-details` · Notifications
       *
       * - needs a key of fullAccess
       * - acts on behalf of the user in `onBehalfOf`
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'notifications.contactDetails.delete'>;
    };
    readonly preferences: {
      /**
       * Reads the notification preferences of one user.
       *
       * `GET /notifications/v1/preferences` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'notifications.preferences.get', NotificationsPreferencesGetComments>;
      /**
       * Changes notification preferences of one user.
       *
       * `PATCH /notifications/v1/preferences` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'notifications.preferences.update', NotificationsPreferencesUpdateComments>;
      /**
       * Sets the notification preferences of one user back to those of the app.
       *
       * `DELETE /notifications/v1/preferences` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly reset: Operate<'notifications.preferences.reset', NotificationsPreferencesResetComments>;
    };
    readonly timezone: {
      /**
       * Reads the time zone of one user.
       *
       * `GET /notifications/v1/preferences/timezone` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'notifications.timezone.get', NotificationsTimezoneGetComments>;
      /**
       * Sets the time zone of one user.
       *
       * `PATCH /notifications/v1/preferences/timezone` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'notifications.timezone.update', NotificationsTimezoneUpdateComments>;
    };
    readonly mutedConversations: {
      /**
       * Reads the conversations that one user has muted.
       *
       * `GET /notifications/v1/preferences/mute` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'notifications.mutedConversations.get', NotificationsMutedConversationsGetComments>;
      /**
       * Mutes conversations for one user.
       *
       * `PUT /notifications/v1/preferences/mute` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly mute: Operate<'notifications.mutedConversations.mute', NotificationsMutedConversationsMuteComments>;
      /**
       * Unmutes conversations for one user.
       *
       * `DELETE /notifications/v1/preferences/mute` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly unmute: Operate<'notifications.mutedConversations.unmute', NotificationsMutedConversationsUnmuteComments>;
    };
    readonly pushTokens: {
      /**
       * Registers the push token of a login.
       *
       * `POST /notifications/push/v1/tokens` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly register: Operate<'notifications.pushTokens.register', NotificationsPushTokensRegisterComments>;
      /**
       * Reads the push tokens of a login, or with `all` of its user.
       *
       * `GET /notifications/push/v1/tokens` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'notifications.pushTokens.get', NotificationsPushTokensGetComments>;
      /**
       * Deletes the push tokens of a login, or with `all` of its user.
       *
       * `DELETE /notifications/push/v1/tokens` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly deleteAll: Operate<'notifications.pushTokens.deleteAll', NotificationsPushTokensDeleteAllComments>;
      /**
       * Deletes one push token.
       *
       * `DELETE /notifications/push/v1/tokens/{pushToken}` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'notifications.pushTokens.delete', NotificationsPushTokensDeleteComments>;
    };
    readonly pushProviders: {
      /**
       * Lists the push providers of a platform, `fcm` or `apns`.
       *
       * `GET /notifications/push/v1/providers/{platform}` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'notifications.pushProviders.list', NotificationsPushProvidersListComments>;
      /**
       * Adds a push provider to a platform.
       *
       * `POST /notifications/push/v1/providers/{platform}` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly create: Operate<'notifications.pushProviders.create', NotificationsPushProvidersCreateComments>;
      /**
       * Changes a push provider.
       *
       * `PUT /notifications/push/v1/providers/{platform}` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'notifications.pushProviders.update', NotificationsPushProvidersUpdateComments>;
      /**
       * Removes a push provider.
       *
       * `DELETE /notifications/push/v1/providers/{platform}/{providerId}` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'notifications.pushProviders.delete', NotificationsPushProvidersDeleteComments>;
      /**
       * Makes a push provider the default of its platform.
       *
       * `PUT /notifications/push/v1/providers/{platform}/default/{providerId}` · Notifications
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly setDefault: Operate<'notifications.pushProviders.setDefault', NotificationsPushProvidersSetDefaultComments>;
    };
    readonly smsProviders: {
      readonly twilio: {
        /**
         * Reads the provider of text messages.
         *
         * `GET /notifications/sms/v1/providers/twilio` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly get: Operate<'notifications.smsProviders.twilio.get'>;
        /**
         * Adds the provider of text messages.
         *
         * `POST /notifications/sms/v1/providers/twilio` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly create: Operate<'notifications.smsProviders.twilio.create', NotificationsSmsProvidersTwilioCreateComments>;
        /**
         * Changes the provider of text messages.
         *
         * `PUT /notifications/sms/v1/providers/twilio` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly update: Operate<'notifications.smsProviders.twilio.update', NotificationsSmsProvidersTwilioUpdateComments>;
        /**
         * Removes the provider of text messages.
         *
         * `DELETE /notifications/sms/v1/providers/twilio` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly delete: Operate<'notifications.smsProviders.twilio.delete'>;
      };
    };
    readonly emailProviders: {
      readonly sendgrid: {
        /**
         * Reads the provider of e-mails.
         *
         * `GET /notifications/email/v1/providers/sendgrid` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly get: Operate<'notifications.emailProviders.sendgrid.get'>;
        /**
         * Adds the provider of e-mails.
         *
         * `POST /notifications/email/v1/providers/sendgrid` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly create: Operate<'notifications.emailProviders.sendgrid.create', NotificationsEmailProvidersSendgridCreateComments>;
        /**
         * Changes the provider of e-mails.
         *
         * `PUT /notifications/email/v1/providers/sendgrid` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly update: Operate<'notifications.emailProviders.sendgrid.update', NotificationsEmailProvidersSendgridUpdateComments>;
        /**
         * Removes the provider of e-mails.
         *
         * `DELETE /notifications/email/v1/providers/sendgrid` · Notifications
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly delete: Operate<'notifications.emailProviders.sendgrid.delete'>;
      };
    };
  };
  readonly moderation: {
    readonly rules: {
      /**
       * Lists the moderation rules of the app.
       *
       * `GET /moderation/rules` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'moderation.rules.list', ModerationRulesListComments>;
      /**
       * Creates a moderation rule, with at most 10 conditions and 10 filters.
       *
       * `POST /moderation/rules` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly create: Operate<'moderation.rules.create', ModerationRulesCreateComments>;
      /**
       * Reads one moderation rule.
       *
       * `GET /moderation/rules/{ruleId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'moderation.rules.get', ModerationRulesGetComments>;
      /**
       * Changes a moderation rule; the earlier form stays as a revision.
       *
       * `PUT /moderation/rules/{ruleId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'moderation.rules.update', ModerationRulesUpdateComments>;
      /**
       * Deletes a moderation rule.
       *
       * `DELETE /moderation/rules/{ruleId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'moderation.rules.delete', ModerationRulesDeleteComments>;
      readonly revisions: {
        /**
         * Lists the earlier forms of a moderation rule.
         *
         * `GET /moderation/rules/{ruleId}/revisions` · Moderation
         *
         * - needs a key of fullAccess
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         * - returns the items of all pages, and reads each page when it is needed
         */
        readonly list: Operate<'moderation.rules.revisions.list', ModerationRulesRevisionsListComments>;
      };
    };
    readonly keywords: {
      /**
       * Lists the lists of words, patterns and sentences of the app.
       *
       * `GET /moderation/keywords` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'moderation.keywords.list', ModerationKeywordsListComments>;
      /**
       * Creates a list of words, patterns or sentences.
       *
       * `POST /moderation/keywords` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly create: Operate<'moderation.keywords.create', ModerationKeywordsCreateComments>;
      /**
       * Reads one list of words, patterns or sentences.
       *
       * `GET /moderation/keywords/{keywordId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'moderation.keywords.get', ModerationKeywordsGetComments>;
      /**
       * Changes a list of words, patterns or sentences.
       *
       * `PUT /moderation/keywords/{keywordId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'moderation.keywords.update', ModerationKeywordsUpdateComments>;
      /**
       * Deletes a list of words, patterns or sentences.
       *
       * `DELETE /moderation/keywords/{keywordId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'moderation.keywords.delete', ModerationKeywordsDeleteComments>;
    };
    readonly reasons: {
      /**
       * Lists the reasons for which messages can be flagged.
       *
       * `GET /moderation/reasons` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'moderation.reasons.list', ModerationReasonsListComments>;
      /**
       * Creates a reason for flagging.
       *
       * `POST /moderation/reasons` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly create: Operate<'moderation.reasons.create', ModerationReasonsCreateComments>;
      /**
       * Reads one reason for flagging.
       *
       * `GET /moderation/reasons/{reasonId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'moderation.reasons.get', ModerationReasonsGetComments>;
      /**
       * Changes a reason for flagging.
       *
       * `PUT /moderation/reasons/{reasonId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'moderation.reasons.update', ModerationReasonsUpdateComments>;
      /**
       * Deletes a reason for flagging.
       *
       * `DELETE /moderation/reasons/{reasonId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'moderation.reasons.delete', ModerationReasonsDeleteComments>;
    };
    readonly blockedMessages: {
      /**
       * Lists the messages that moderation has blocked.
       *
       * `GET /moderation/blocked-messages` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'moderation.blockedMessages.list', ModerationBlockedMessagesListComments>;
      /**
       * Lets a blocked message through.
       *
       * `PATCH /moderation/blocked-messages/{messageId}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly approve: Operate<'moderation.blockedMessages.approve', ModerationBlockedMessagesApproveComments>;
    };
    readonly flaggedMessages: {
      /**
       * Lists the messages that users have flagged.
       *
       * `GET /moderation/flagged-messages` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'moderation.flaggedMessages.list', ModerationFlaggedMessagesListComments>;
      /**
       * Decides about a flagged message.
       *
       * `PATCH /moderation/flagged-messages/{id}` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'moderation.flaggedMessages.update', ModerationFlaggedMessagesUpdateComments>;
    };
    readonly reviewedMessages: {
      /**
       * Lists the flagged messages of which something was decided.
       *
       * `GET /moderation/reviewed-messages` · Moderation
       *
       * - needs a key of fullAccess
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'moderation.reviewedMessages.list', ModerationReviewedMessagesListComments>;
    };
  };
  readonly aiAgents: {
    /**
     * Lists the AI agents of the app.
     *
     * `GET /ai-agents/agent-builder/agents` · AI Agents
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     * - returns the items of all pages, and reads each page when it is needed
     */
    readonly list: Operate<'aiAgents.list', AiAgentsListComments>;
    /**
     * Creates an AI agent.
     *
     * `POST /ai-agents/agent-builder/agents` · AI Agents
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is not repeated after a lost answer, because the service would execute it twice
     * - counts as standard in the rate limits
     */
    readonly create: Operate<'aiAgents.create', AiAgentsCreateComments>;
    /**
     * Changes an AI agent.
     *
     * `PATCH /ai-agents/agent-builder/agents/{uid}` · AI Agents
     *
     * - needs a key of fullAccess
     * - does not act on behalf of a user
     * - is repeated after a lost answer
     * - counts as standard in the rate limits
     */
    readonly update: Operate<'aiAgents.update', AiAgentsUpdateComments>;
  };
  readonly management: {
    readonly apps: {
      /**
       * Creates an app in one region; a target of a migration without sample data.
       *
       * `POST /apps` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly create: Operate<'management.apps.create', ManagementAppsCreateComments>;
      /**
       * Lists the apps of the account.
       *
       * `GET /apps` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'management.apps.list', ManagementAppsListComments>;
      /**
       * Schedules an app for deletion; the answer says when.
       *
       * `DELETE /apps/{appId}` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'management.apps.delete', ManagementAppsDeleteComments>;
      /**
       * Has a report of the usage sent by e-mail.
       *
       * `POST /apps/{appId}/usage` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly requestUsage: Operate<'management.apps.requestUsage', ManagementAppsRequestUsageComments>;
    };
    readonly extensions: {
      /**
       * Lists the extensions of an app.
       *
       * `GET /apps/{appId}/extensions` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'management.extensions.list', ManagementExtensionsListComments>;
      /**
       * Switches extensions of an app on and off.
       *
       * `POST /apps/{appId}/extensions` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly switch: Operate<'management.extensions.switch', ManagementExtensionsSwitchComments>;
      readonly settings: {
        /**
         * Reads the settings of an extension.
         *
         * `GET /apps/{appId}/extensions/{extension}/v1/settings` · Management
         *
         * - needs the management key and secret
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly get: Operate<'management.extensions.settings.get', ManagementExtensionsSettingsGetComments>;
        /**
         * Creates the settings of an extension.
         *
         * `POST /apps/{appId}/extensions/{extension}/v1/settings` · Management
         *
         * - needs the management key and secret
         * - does not act on behalf of a user
         * - is not repeated after a lost answer, because the service would execute it twice
         * - counts as standard in the rate limits
         */
        readonly create: Operate<'management.extensions.settings.create', ManagementExtensionsSettingsCreateComments>;
        /**
         * Changes the settings of an extension.
         *
         * `PUT /apps/{appId}/extensions/{extension}/v1/settings` · Management
         *
         * - needs the management key and secret
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly update: Operate<'management.extensions.settings.update', ManagementExtensionsSettingsUpdateComments>;
        /**
         * Deletes the settings of an extension.
         *
         * `DELETE /apps/{appId}/extensions/{extension}/v1/settings` · Management
         *
         * - needs the management key and secret
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly delete: Operate<'management.extensions.settings.delete', ManagementExtensionsSettingsDeleteComments>;
      };
    };
    readonly collaborators: {
      /**
       * Lists the people who may work on an app.
       *
       * `GET /apps/{appId}/collaborators` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'management.collaborators.list', ManagementCollaboratorsListComments>;
      /**
       * Invites people to an app by e-mail, and removes them.
       *
       * `POST /apps/{appId}/collaborators` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is not repeated after a lost answer, because the service would execute it twice
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'management.collaborators.update', ManagementCollaboratorsUpdateComments>;
    };
    readonly webhooks: {
      /**
       * Creates a webhook of an app.
       *
       * `POST /apps/{appId}/webhooks` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly create: Operate<'management.webhooks.create', ManagementWebhooksCreateComments>;
      /**
       * Lists the webhooks of an app.
       *
       * `GET /apps/{appId}/webhooks` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       * - returns the items of all pages, and reads each page when it is needed
       */
      readonly list: Operate<'management.webhooks.list', ManagementWebhooksListComments>;
      /**
       * Reads one webhook.
       *
       * `GET /apps/{appId}/webhooks/{webhookId}` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly get: Operate<'management.webhooks.get', ManagementWebhooksGetComments>;
      /**
       * Changes a webhook.
       *
       * `PUT /apps/{appId}/webhooks/{webhookId}` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly update: Operate<'management.webhooks.update', ManagementWebhooksUpdateComments>;
      /**
       * Deletes a webhook with its triggers.
       *
       * `DELETE /apps/{appId}/webhooks/{webhookId}` · Management
       *
       * - needs the management key and secret
       * - does not act on behalf of a user
       * - is repeated after a lost answer
       * - counts as standard in the rate limits
       */
      readonly delete: Operate<'management.webhooks.delete', ManagementWebhooksDeleteComments>;
      readonly triggers: {
        /**
         * Has a webhook called when the given things happen.
         *
         * `POST /apps/{appId}/webhooks/{webhookId}/triggers` · Management
         *
         * - needs the management key and secret
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly add: Operate<'management.webhooks.triggers.add', ManagementWebhooksTriggersAddComments>;
        /**
         * Lists what a webhook is called for.
         *
         * `GET /apps/{appId}/webhooks/{webhookId}/triggers` · Management
         *
         * - needs the management key and secret
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         * - returns the items of all pages, and reads each page when it is needed
         */
        readonly list: Operate<'management.webhooks.triggers.list', ManagementWebhooksTriggersListComments>;
        /**
         * Ends that a webhook is called when the given things happen.
         *
         * `DELETE /apps/{appId}/webhooks/{webhookId}/triggers` · Management
         *
         * - needs the management key and secret
         * - does not act on behalf of a user
         * - is repeated after a lost answer
         * - counts as standard in the rate limits
         */
        readonly remove: Operate<'management.webhooks.triggers.remove', ManagementWebhooksTriggersRemoveComments>;
      };
    };
  };
}

interface UsersCreateComments {
  readonly body?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** The address of the picture of the user. */
    avatar?: unknown;
    /** The address of the profile page of the user. */
    link?: unknown;
    /** The id of the role, which must exist; `default` unless given. */
    role?: unknown;
    /** The text that the user shows as status. */
    statusMessage?: unknown;
    /** Any JSON object of the app; `@private` in it holds e-mail address and telephone number for notifications. */
    metadata?: unknown;
    /** The tags, at most 25. */
    tags?: unknown;
    /** Returns a token for the first login. */
    withAuthToken?: unknown;
  };
}

interface UsersListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
    /** The fields in which `searchKey` is searched. */
    searchIn?: unknown;
    /** Only users with this status. */
    status?: unknown;
    /** Counts items instead of listing them. */
    count?: unknown;
    /** Only users of this role. */
    role?: unknown;
    /** Only users of one of these roles. */
    roles?: unknown;
    /** Only users with one of these tags. */
    tags?: unknown;
    /** Includes the tags in the answer. */
    withTags?: unknown;
    /** Only deactivated users. */
    onlyDeactivated?: unknown;
    /** Deactivated users too. */
    withDeactivated?: unknown;
    /** Only the users with these uids. */
    uids?: unknown;
  };
}

interface UsersGetComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface UsersUpdateComments {
  readonly path?: {
    /** In the path, the uid of the user; in the body, the same again. A user keeps the uid. */
    uid?: unknown;
  };
  readonly body?: {
    /** In the path, the uid of the user; in the body, the same again. A user keeps the uid. */
    uid?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** The address of the picture of the user. */
    avatar?: unknown;
    /** The address of the profile page of the user. */
    link?: unknown;
    /** The id of the role. */
    role?: unknown;
    /** The text that the user shows as status. */
    statusMessage?: unknown;
    /** Any JSON object of the app; `@private` in it holds e-mail address and telephone number for notifications. */
    metadata?: unknown;
    /** The tags, at most 25. */
    tags?: unknown;
    /** The fields to empty. */
    unset?: unknown;
  };
}

interface UsersDeleteComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** Deletes for good; otherwise the record is only marked. */
    permanent?: unknown;
  };
}

interface UsersDeactivateComments {
  readonly body?: {
    /** The uids of the users to deactivate. */
    uidsToDeactivate?: unknown;
  };
}

interface UsersReactivateComments {
  readonly body?: {
    /** The uids of the users to make active again. */
    uidsToActivate?: unknown;
  };
}

interface UsersAuthTokensCreateComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** Creates a new token even when the user has one. */
    force?: unknown;
    /** The platform on which the token is used, such as `ios`. */
    platform?: unknown;
    /** The device for which the token is used. */
    deviceId?: unknown;
  };
}

interface UsersAuthTokensListComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface UsersAuthTokensGetComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
    /** The auth token. */
    authToken?: unknown;
  };
}

interface UsersAuthTokensUpdateComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
    /** The auth token. */
    authToken?: unknown;
  };
  readonly body?: {
    /** The platform on which the token is used, such as `ios`. */
    platform?: unknown;
    /** The device for which the token is used. */
    deviceId?: unknown;
    /** The user agent of the login. */
    userAgent?: unknown;
    /** Details of the app that logs in. */
    appInfo?: unknown;
  };
}

interface UsersAuthTokensDeleteComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
    /** The auth token. */
    authToken?: unknown;
  };
}

interface UsersAuthTokensDeleteAllComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface UsersFriendsAddComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The uids of the users who become friends. */
    accepted?: unknown;
    /** Creates the conversations of the new friends without a message. */
    addToConversations?: unknown;
  };
}

interface UsersFriendsListComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
  };
}

interface UsersFriendsRemoveComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The uids of the friends to remove. */
    friends?: unknown;
  };
}

interface UsersBlockedUsersBlockComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The uids of the blocked users. */
    blockedUids?: unknown;
  };
}

interface UsersBlockedUsersListComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface UsersBlockedUsersUnblockComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The uids of the blocked users. */
    blockedUids?: unknown;
  };
}

interface GroupsCreateComments {
  readonly body?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** The type of the group: `public`, `password` or `private`. */
    type?: unknown;
    /** The password that users need to join; only for groups of type `password`. */
    password?: unknown;
    /** The address of the picture. */
    icon?: unknown;
    /** A description. */
    description?: unknown;
    /** Any JSON object of the app. */
    metadata?: unknown;
    /** The uid of the owner; the acting user, or else `app_system`, unless given. */
    owner?: unknown;
    /** The tags, at most 25. */
    tags?: unknown;
    /** The first members, by scope; one who cannot be added does not fail the call. */
    members?: {
      /** The uids of the first admins. */
      admins?: unknown;
      /** The uids of the first moderators. */
      moderators?: unknown;
      /** The uids of the first participants. */
      participants?: unknown;
      /** The uids of users who are banned from the start. */
      usersToBan?: unknown;
    };
  };
}

interface GroupsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
    /** The fields in which `searchKey` is searched. */
    searchIn?: unknown;
    /** The field by which the list is sorted. */
    sortBy?: unknown;
    /** Ascending or descending. */
    sortOrder?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
    /** Includes the tags in the answer. */
    withTags?: unknown;
    /** Only groups with one of these tags. */
    tags?: unknown;
    /** Only groups of this type; a group with a password is `protected` here. */
    type?: unknown;
    /** Only groups of one of these types. */
    types?: unknown;
    /** Only groups that the acting user has joined; `false` has no effect. */
    hasJoined?: unknown;
  };
}

interface GroupsGetComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsUpdateComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
  readonly body?: {
    /** The name that people see. */
    name?: unknown;
    /** The type of the group: `public`, `password` or `private`. */
    type?: unknown;
    /** The password that users need to join; only for groups of type `password`. */
    password?: unknown;
    /** The address of the picture. */
    icon?: unknown;
    /** A description. */
    description?: unknown;
    /** Any JSON object of the app. */
    metadata?: unknown;
    /** The uid of the owner; the acting user, or else `app_system`, unless given. */
    owner?: unknown;
    /** The tags, at most 25. */
    tags?: unknown;
    /** The fields to empty. */
    unset?: unknown;
  };
}

interface GroupsDeleteComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsMembersAddComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
  readonly body?: {
    /** The uids of those who become admins. */
    admins?: unknown;
    /** The uids of those who become moderators. */
    moderators?: unknown;
    /** The uids of those who become participants. */
    participants?: unknown;
    /** The uids of those who are banned. */
    usersToBan?: unknown;
  };
}

interface GroupsMembersListComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only members with one of these scopes. */
    scopes?: unknown;
    /** Only members with this status. */
    status?: unknown;
  };
}

interface GroupsMembersChangeScopeComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The scope of the member: `admin`, `moderator` or `participant`. */
    scope?: unknown;
  };
}

interface GroupsMembersRemoveComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface GroupsBannedUsersBanComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface GroupsBannedUsersUnbanComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface GroupsBannedUsersListComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface MessagesSendComments {
  readonly body?: {
    /** The uid or guid of the receiver; not needed with `multipleReceivers`. */
    receiver?: unknown;
    /** Whether the receiver is a user or a group. */
    receiverType?: unknown;
    /** The category of the message. */
    category?: unknown;
    /** `text`, `image`, `file`, `audio` or `video`; any word for a custom message. */
    type?: unknown;
    /** The content of the message: text, attachments, metadata or custom data. */
    data?: {
      /** The text; the service refuses a blank one. */
      text?: unknown;
      /** Any JSON object of the app. */
      metadata?: unknown;
      /** The content of a custom message: a JSON object that is not empty. */
      customData?: unknown;
      /** The files of the message. The service stores their addresses, not the files. */
      attachments?: readonly {
        /** The http or https address of the file. */
        url?: unknown;
        /** The name of the file. */
        name?: unknown;
        /** The MIME type, such as `image/png`. */
        mimeType?: unknown;
        /** The extension of the file name, without the dot. */
        extension?: unknown;
        /** The size in bytes. */
        size?: unknown;
        [other: string]: unknown;
      }[];
    };
    /** The id that the sender gives the message; the service stores it and does not check that it is unique. */
    muid?: unknown;
    /** Several receivers, in the place of `receiver` and `receiverType`. */
    multipleReceivers?: {
      /** The uids of users who receive the message. */
      uids?: unknown;
      /** The guids of groups that receive the message. */
      guids?: unknown;
    };
    /** The tags, at most 25. */
    tags?: unknown;
  };
}

interface MessagesListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    limit?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** The id of the message from which the page continues. */
    id?: unknown;
    /** The time from which the page continues, in UNIX seconds. */
    sentAt?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
    /** The category of the message. */
    category?: unknown;
    /** Only messages of one of these categories. */
    categories?: unknown;
    /** Only messages of this type. */
    type?: unknown;
    /** Only messages of one of these types. */
    types?: unknown;
    /** Leaves out deleted messages. */
    hideDeleted?: unknown;
    /** Only deleted messages. */
    onlyDeleted?: unknown;
    /** Leaves out replies in threads. */
    hideReplies?: unknown;
    /** Counts items instead of listing them. */
    count?: unknown;
    /** Only what the acting user has not read. */
    unread?: unknown;
    /** Includes the tags in the answer. */
    withTags?: unknown;
    /** Only messages with one of these tags. */
    tags?: unknown;
    /** Only messages sent from this time on, in UNIX seconds. */
    fromTimestamp?: unknown;
    /** Only messages sent up to this time, in UNIX seconds. */
    toTimestamp?: unknown;
    /** Whether the receiver is a user or a group. */
    receiverType?: unknown;
    /** Only messages of the user with this uid. */
    sender?: unknown;
    /** The id of the conversation, such as `a_user_b` or `group_g`. */
    conversationId?: unknown;
    /** Only messages with attachments. */
    hasAttachments?: unknown;
    /** Only messages with attachments of one of these types. */
    attachmentTypes?: unknown;
    /** Only messages that mention a user. */
    hasMentions?: unknown;
    /** Only messages with links. */
    hasLinks?: unknown;
    /** Only messages that mention one of these users. */
    mentionedUids?: unknown;
    /** Only messages with reactions. */
    hasReactions?: unknown;
    /** Leaves out messages of users whom the acting user has blocked. */
    hideMessagesFromBlockedUsers?: unknown;
    /** Only pinned messages, at most 100 a page. */
    pinned?: unknown;
    /** Only messages that the acting user has saved, at most 100 a page. */
    saved?: unknown;
    /** Only messages that changed; needs `updatedAt`. */
    onlyUpdates?: unknown;
  };
}

interface UsersMessagesListComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    limit?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** The id of the message from which the page continues. */
    id?: unknown;
    /** The time from which the page continues, in UNIX seconds. */
    sentAt?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
    /** The category of the message. */
    category?: unknown;
    /** Only messages of one of these categories. */
    categories?: unknown;
    /** Only messages of this type. */
    type?: unknown;
    /** Only messages of one of these types. */
    types?: unknown;
    /** Leaves out deleted messages. */
    hideDeleted?: unknown;
    /** Only deleted messages. */
    onlyDeleted?: unknown;
    /** Leaves out replies in threads. */
    hideReplies?: unknown;
    /** Counts items instead of listing them. */
    count?: unknown;
    /** Only what the acting user has not read. */
    unread?: unknown;
    /** Includes the tags in the answer. */
    withTags?: unknown;
    /** Only messages with one of these tags. */
    tags?: unknown;
    /** Only messages sent from this time on, in UNIX seconds. */
    fromTimestamp?: unknown;
    /** Only messages sent up to this time, in UNIX seconds. */
    toTimestamp?: unknown;
    /** Whether the receiver is a user or a group. */
    receiverType?: unknown;
    /** Only messages of the user with this uid. */
    sender?: unknown;
    /** The id of the conversation, such as `a_user_b` or `group_g`. */
    conversationId?: unknown;
    /** Only messages with attachments. */
    hasAttachments?: unknown;
    /** Only messages with attachments of one of these types. */
    attachmentTypes?: unknown;
    /** Only messages that mention a user. */
    hasMentions?: unknown;
    /** Only messages with links. */
    hasLinks?: unknown;
    /** Only messages that mention one of these users. */
    mentionedUids?: unknown;
    /** Only messages with reactions. */
    hasReactions?: unknown;
    /** Leaves out messages of users whom the acting user has blocked. */
    hideMessagesFromBlockedUsers?: unknown;
    /** Only pinned messages, at most 100 a page. */
    pinned?: unknown;
    /** Only messages that the acting user has saved, at most 100 a page. */
    saved?: unknown;
    /** Only messages that changed; needs `updatedAt`. */
    onlyUpdates?: unknown;
    /** Only messages that have not been delivered to the acting user. */
    undelivered?: unknown;
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
  };
}

interface GroupsMessagesListComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    limit?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** The id of the message from which the page continues. */
    id?: unknown;
    /** The time from which the page continues, in UNIX seconds. */
    sentAt?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
    /** The category of the message. */
    category?: unknown;
    /** Only messages of one of these categories. */
    categories?: unknown;
    /** Only messages of this type. */
    type?: unknown;
    /** Only messages of one of these types. */
    types?: unknown;
    /** Leaves out deleted messages. */
    hideDeleted?: unknown;
    /** Only deleted messages. */
    onlyDeleted?: unknown;
    /** Leaves out replies in threads. */
    hideReplies?: unknown;
    /** Counts items instead of listing them. */
    count?: unknown;
    /** Only what the acting user has not read. */
    unread?: unknown;
    /** Includes the tags in the answer. */
    withTags?: unknown;
    /** Only messages with one of these tags. */
    tags?: unknown;
    /** Only messages sent from this time on, in UNIX seconds. */
    fromTimestamp?: unknown;
    /** Only messages sent up to this time, in UNIX seconds. */
    toTimestamp?: unknown;
    /** Whether the receiver is a user or a group. */
    receiverType?: unknown;
    /** Only messages of the user with this uid. */
    sender?: unknown;
    /** The id of the conversation, such as `a_user_b` or `group_g`. */
    conversationId?: unknown;
    /** Only messages with attachments. */
    hasAttachments?: unknown;
    /** Only messages with attachments of one of these types. */
    attachmentTypes?: unknown;
    /** Only messages that mention a user. */
    hasMentions?: unknown;
    /** Only messages with links. */
    hasLinks?: unknown;
    /** Only messages that mention one of these users. */
    mentionedUids?: unknown;
    /** Only messages with reactions. */
    hasReactions?: unknown;
    /** Leaves out messages of users whom the acting user has blocked. */
    hideMessagesFromBlockedUsers?: unknown;
    /** Only pinned messages, at most 100 a page. */
    pinned?: unknown;
    /** Only messages that the acting user has saved, at most 100 a page. */
    saved?: unknown;
    /** Only messages that changed; needs `updatedAt`. */
    onlyUpdates?: unknown;
    /** Only messages that have not been delivered to the acting user. */
    undelivered?: unknown;
  };
}

interface MessagesGetComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
}

interface MessagesUpdateComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
  readonly body?: {
    /** The content of the message: text, attachments, metadata or custom data. */
    data?: {
      /** The text; the service refuses a blank one. */
      text?: unknown;
      /** Any JSON object of the app. */
      metadata?: unknown;
    };
    /** The tags, at most 25. */
    tags?: unknown;
  };
}

interface MessagesDeleteComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
  readonly body?: {
    /** Deletes for good; otherwise the record is only marked. */
    permanent?: unknown;
  };
}

interface BotsMessagesSendComments {
  readonly path?: {
    /** The uid of the bot that sends the message. */
    uid?: unknown;
  };
  readonly body?: {
    /** The uid or guid of the receiver; not needed with `multipleReceivers`. */
    receiver?: unknown;
    /** Whether the receiver is a user or a group. */
    receiverType?: unknown;
    /** The category of the message. */
    category?: unknown;
    /** `text`, `image`, `file`, `audio` or `video`; any word for a custom message. */
    type?: unknown;
    /** The content of the message: text, attachments, metadata or custom data. */
    data?: {
      /** The text; the service refuses a blank one. */
      text?: unknown;
      /** Any JSON object of the app. */
      metadata?: unknown;
      /** The content of a custom message: a JSON object that is not empty. */
      customData?: unknown;
      /** The files of the message. The service stores their addresses, not the files. */
      attachments?: readonly {
        /** The http or https address of the file. */
        url?: unknown;
        /** The name of the file. */
        name?: unknown;
        /** The MIME type, such as `image/png`. */
        mimeType?: unknown;
        /** The extension of the file name, without the dot. */
        extension?: unknown;
        /** The size in bytes. */
        size?: unknown;
        [other: string]: unknown;
      }[];
    };
    /** The id that the sender gives the message; the service stores it and does not check that it is unique. */
    muid?: unknown;
    /** Several receivers, in the place of `receiver` and `receiverType`. */
    multipleReceivers?: {
      /** The uids of users who receive the message. */
      uids?: unknown;
      /** The guids of groups that receive the message. */
      guids?: unknown;
    };
    /** The tags, at most 25. */
    tags?: unknown;
  };
}

interface MessagesThreadSendComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
  readonly body?: {
    /** The uid or guid of the receiver; not needed with `multipleReceivers`. */
    receiver?: unknown;
    /** Whether the receiver is a user or a group. */
    receiverType?: unknown;
    /** The category of the message. */
    category?: unknown;
    /** `text`, `image`, `file`, `audio` or `video`; any word for a custom message. */
    type?: unknown;
    /** The content of the message: text, attachments, metadata or custom data. */
    data?: {
      /** The text; the service refuses a blank one. */
      text?: unknown;
      /** Any JSON object of the app. */
      metadata?: unknown;
      /** The content of a custom message: a JSON object that is not empty. */
      customData?: unknown;
      /** The files of the message. The service stores their addresses, not the files. */
      attachments?: readonly {
        /** The http or https address of the file. */
        url?: unknown;
        /** The name of the file. */
        name?: unknown;
        /** The MIME type, such as `image/png`. */
        mimeType?: unknown;
        /** The extension of the file name, without the dot. */
        extension?: unknown;
        /** The size in bytes. */
        size?: unknown;
        [other: string]: unknown;
      }[];
    };
    /** The id that the sender gives the message; the service stores it and does not check that it is unique. */
    muid?: unknown;
    /** Several receivers, in the place of `receiver` and `receiverType`. */
    multipleReceivers?: {
      /** The uids of users who receive the message. */
      uids?: unknown;
      /** The guids of groups that receive the message. */
      guids?: unknown;
    };
    /** The tags, at most 25. */
    tags?: unknown;
  };
}

interface MessagesThreadListComments {
  readonly path?: {
    /** In the path, the message whose replies are listed; in the query, the message from which the page continues. */
    id?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    limit?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** In the path, the message whose replies are listed; in the query, the message from which the page continues. */
    id?: unknown;
    /** The time from which the page continues, in UNIX seconds. */
    sentAt?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
  };
}

interface MessagesThreadSubscribeComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
}

interface MessagesThreadUnsubscribeComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
}

interface ThreadsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    limit?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** The id of the message with the thread from which the page continues. */
    id?: unknown;
    /** The time from which the page continues, in UNIX seconds. */
    sentAt?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
    /** Only threads in which the acting user has written. */
    participatedByMe?: unknown;
  };
}

interface MessagesReactionsAddComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
    /** The emoji of the reaction. */
    reaction?: unknown;
  };
}

interface MessagesReactionsRemoveComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
    /** The emoji of the reaction. */
    reaction?: unknown;
  };
}

interface MessagesReactionsListComments {
  readonly path?: {
    /** In the path, the message; in the query, the reaction from which the page continues. */
    id?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    limit?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** In the path, the message; in the query, the reaction from which the page continues. */
    id?: unknown;
    /** The time from which the page continues, in UNIX seconds. */
    sentAt?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
  };
}

interface MessagesReactionsListOneComments {
  readonly path?: {
    /** In the path, the message; in the query, the reaction from which the page continues. */
    id?: unknown;
    /** The emoji of the reaction. */
    reaction?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    limit?: unknown;
    /** The direction in which pages continue: `append` to newer items, `prepend` to older ones. */
    affix?: unknown;
    /** In the path, the message; in the query, the reaction from which the page continues. */
    id?: unknown;
    /** The time from which the page continues, in UNIX seconds. */
    sentAt?: unknown;
    /** The time of change from which the page continues, in UNIX seconds. */
    updatedAt?: unknown;
  };
}

interface MessagesPinComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
}

interface MessagesUnpinComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
}

interface MessagesSaveComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
}

interface MessagesUnsaveComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
}

interface MessagesMarkInteractedComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
  readonly body?: {
    /** The elements of the message that the acting user has used. */
    interactions?: unknown;
  };
}

interface ConversationsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
    /** Only conversations with users, or only those with groups. */
    conversationType?: unknown;
    /** Includes the tags in the answer. */
    withTags?: unknown;
    /** Only conversations with one of these tags. */
    tags?: unknown;
    /** Includes the tags of the user or group of each conversation. */
    withUserAndGroupTags?: unknown;
    /** Only conversations with users who have one of these tags. */
    userTags?: unknown;
    /** Only conversations with groups that have one of these tags. */
    groupTags?: unknown;
    /** Only what the acting user has not read. */
    unread?: unknown;
    /** Only conversations pinned by the app (`system`), by the acting user (`me`), or both. */
    pinnedBy?: unknown;
  };
}

interface ConversationsGetComments {
  readonly path?: {
    /** The id of the conversation, such as `a_user_b` or `group_g`. */
    conversationId?: unknown;
  };
}

interface ConversationsDeleteComments {
  readonly path?: {
    /** The id of the conversation, such as `a_user_b` or `group_g`. */
    conversationId?: unknown;
  };
}

interface ConversationsPinnedListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ConversationsPinnedReplaceComments {
  readonly body?: {
    /** The pinned conversations, each with a `uid` or a `guid`. */
    pinnedConversations?: readonly {
      /** The uid of the other user of the conversation. */
      uid?: unknown;
      /** The guid of the group of the conversation. */
      guid?: unknown;
      [other: string]: unknown;
    }[];
  };
}

interface UsersConversationGetComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface UsersConversationUpdateComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The tags, at most 25. */
    tags?: unknown;
  };
}

interface UsersConversationResetComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The uid of the other user of the conversation. */
    conversationWith?: unknown;
    /** Deletes the messages of the conversation for good. */
    deleteMessagesPermanently?: unknown;
  };
}

interface UsersConversationMarkDeliveredComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface UsersConversationMarkReadComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface UsersConversationMarkUnreadComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface UsersConversationPinComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface UsersConversationUnpinComments {
  readonly path?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface GroupsConversationGetComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsConversationUpdateComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
  readonly body?: {
    /** The tags, at most 25. */
    tags?: unknown;
  };
}

interface GroupsConversationResetComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsConversationMarkDeliveredComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsConversationMarkReadComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsConversationMarkUnreadComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsConversationPinComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface GroupsConversationUnpinComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
  };
}

interface RolesCreateComments {
  readonly body?: {
    /** The id of the role. */
    role?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** A description. */
    description?: unknown;
    /** Any JSON object of the app. */
    metadata?: unknown;
    /** What users of the role may do, such as whom they may list. */
    settings?: {
      /** Whom users of the role may list. */
      listUsers?: unknown;
      /** To whom users of the role may send messages. */
      sendMessagesTo?: unknown;
    };
  };
}

interface RolesListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface RolesGetComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
}

interface RolesUpdateComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
  readonly body?: {
    /** The name that people see. */
    name?: unknown;
    /** A description. */
    description?: unknown;
    /** Any JSON object of the app. */
    metadata?: unknown;
    /** What users of the role may do, such as whom they may list. */
    settings?: {
      /** Whom users of the role may list. */
      listUsers?: unknown;
      /** To whom users of the role may send messages. */
      sendMessagesTo?: unknown;
    };
    /** The fields to empty. */
    unset?: unknown;
  };
}

interface RolesDeleteComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
}

interface RolesRestrictedFeaturesRestrictComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
  readonly body?: {
    /** The keys of the features to restrict, such as `createGroup`. */
    featuresToRestrict?: unknown;
  };
}

interface RolesRestrictedFeaturesListComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface RolesRestrictedFeaturesAllowComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
  readonly body?: {
    /** The keys of the features to allow again. */
    featuresToAllow?: unknown;
    /** Allows all features again. */
    allowAll?: unknown;
  };
}

interface RolesPermissionsListComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface RolesPermissionsUpdateComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
  };
  readonly body?: {
    /** The value of each permission, by its id. */
    permissions?: unknown;
  };
}

interface RolesPermissionsRemoveComments {
  readonly path?: {
    /** The id of the role. */
    role?: unknown;
    /** The id of the permission, such as `sendMessage.mode`. */
    permission?: unknown;
  };
}

interface GroupsScopesPermissionsListComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The scope of the member: `admin`, `moderator` or `participant`. */
    scope?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface GroupsScopesPermissionsUpdateComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The scope of the member: `admin`, `moderator` or `participant`. */
    scope?: unknown;
  };
  readonly body?: {
    /** The value of each permission, by its id. */
    permissions?: unknown;
  };
}

interface GroupsScopesPermissionsRemoveComments {
  readonly path?: {
    /** The guid of the group; the service lower-cases it. */
    guid?: unknown;
    /** The scope of the member: `admin`, `moderator` or `participant`. */
    scope?: unknown;
    /** The id of the permission, such as `sendMessage.mode`. */
    permission?: unknown;
  };
}

interface ApiKeysCreateComments {
  readonly body?: {
    /** The name that people see. */
    name?: unknown;
    /** What the key allows: everything, or only creating users and tokens. */
    scope?: unknown;
  };
}

interface ApiKeysListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only keys of this scope. */
    scope?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
  };
}

interface ApiKeysGetComments {
  readonly path?: {
    /** The API key. */
    apiKey?: unknown;
  };
}

interface ApiKeysUpdateComments {
  readonly path?: {
    /** The API key. */
    apiKey?: unknown;
  };
  readonly body?: {
    /** The name that people see. */
    name?: unknown;
    /** What the key allows: everything, or only creating users and tokens. */
    scope?: unknown;
  };
}

interface ApiKeysDeleteComments {
  readonly path?: {
    /** The API key. */
    apiKey?: unknown;
  };
}

interface CallsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only audio or only video calls. */
    type?: unknown;
    /** Only calls of this mode. */
    mode?: unknown;
    /** Only calls with this status. */
    status?: unknown;
    /** Whether the receiver is a user or a group. */
    receiverType?: unknown;
    /** Only calls with exactly this number of participants. */
    participantsCount?: unknown;
    /** Only calls that started at this time or later, in UNIX seconds. */
    startedAt?: unknown;
    /** Only calls that ended at this time or earlier, in UNIX seconds. */
    endedAt?: unknown;
    /** Only calls with a recording. */
    hasRecording?: unknown;
    /** Only calls with a transcription. */
    hasTranscription?: unknown;
    /** Only calls in which this user takes part. */
    uid?: unknown;
  };
}

interface CallsGetComments {
  readonly path?: {
    /** The id of the call. */
    sessionId?: unknown;
  };
}

interface CallsTranscriptionsListComments {
  readonly path?: {
    /** The id of the call. */
    sessionId?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface DataImportUsersComments {
  readonly body?: {
    /** The users, each under its uid. */
    users?: Readonly<Record<string, {
      /** The uid, in lower case: letters, digits, `-` and `_`. */
      uid?: unknown;
      /** The name that people see, of at most 100 characters. */
      name?: unknown;
      /** The http or https address of the picture. */
      avatar?: unknown;
      /** The http or https address of the profile page. */
      link?: unknown;
      /** The id of the role, which must exist; `default` unless given. */
      role?: unknown;
      /** When the user was created, in UNIX seconds. */
      createdAt?: unknown;
      /** When the user was last active, in UNIX seconds. */
      lastActiveAt?: unknown;
      /** Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications. */
      metadata?: unknown;
      /** The tags, at most 25. */
      tags?: unknown;
      /** When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user. */
      deactivatedAt?: unknown;
    }>>;
  };
}

interface DataImportGroupsComments {
  readonly body?: {
    /** The groups, each under its guid. */
    groups?: Readonly<Record<string, {
      /** The guid, in lower case: letters, digits, `-` and `_`. */
      guid?: unknown;
      /** The name that people see, of at most 100 characters. */
      name?: unknown;
      /** `public`, `password` or `private`. */
      type?: unknown;
      /** The password that users need to join; needed for the type `password`. */
      password?: unknown;
      /** The http or https address of the picture. */
      icon?: unknown;
      /** The uid of the owner, who must exist. */
      owner?: unknown;
      /** When the group was created, in UNIX seconds. */
      createdAt?: unknown;
      /** Any JSON object of the app, of at most 5 KB. */
      metadata?: unknown;
      /** The tags, at most 25. */
      tags?: unknown;
      /** The owner as a record, to be created where missing. */
      groupOwnerDetails?: {
        /** The uid, in lower case: letters, digits, `-` and `_`. */
        uid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** The http or https address of the picture. */
        avatar?: unknown;
        /** The http or https address of the profile page. */
        link?: unknown;
        /** The id of the role, which must exist; `default` unless given. */
        role?: unknown;
        /** When the user was created, in UNIX seconds. */
        createdAt?: unknown;
        /** When the user was last active, in UNIX seconds. */
        lastActiveAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
        /** When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user. */
        deactivatedAt?: unknown;
      };
    }>>;
  };
}

interface DataImportMembersComments {
  readonly body?: {
    /** The memberships, each under a key that the caller chooses. */
    members?: Readonly<Record<string, {
      /** The guid, `_member_` and the uid, in one. */
      memberId?: unknown;
      /** The guid of the group. */
      guid?: unknown;
      /** The uid of the user. */
      uid?: unknown;
      /** `admin`, `moderator` or `participant`; `participant` unless given. */
      scope?: unknown;
      /** Bans the user from the group. */
      isBanned?: unknown;
      /** When the user joined, in UNIX seconds: after the creation of group and user. */
      joinedAt?: unknown;
      /** The group as a record, to be created where missing. */
      groupDetails?: {
        /** The guid, in lower case: letters, digits, `-` and `_`. */
        guid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** `public`, `password` or `private`. */
        type?: unknown;
        /** The password that users need to join; needed for the type `password`. */
        password?: unknown;
        /** The http or https address of the picture. */
        icon?: unknown;
        /** The uid of the owner, who must exist. */
        owner?: unknown;
        /** When the group was created, in UNIX seconds. */
        createdAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
      };
      /** The user as a record, to be created where missing. */
      userDetails?: {
        /** The uid, in lower case: letters, digits, `-` and `_`. */
        uid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** The http or https address of the picture. */
        avatar?: unknown;
        /** The http or https address of the profile page. */
        link?: unknown;
        /** The id of the role, which must exist; `default` unless given. */
        role?: unknown;
        /** When the user was created, in UNIX seconds. */
        createdAt?: unknown;
        /** When the user was last active, in UNIX seconds. */
        lastActiveAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
        /** When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user. */
        deactivatedAt?: unknown;
      };
    }>>;
  };
}

interface DataImportMessagesComments {
  readonly body?: {
    /** The messages, each under its muid. */
    messages?: Readonly<Record<string, {
      /** The id of the message in the migration, which the service stores once. */
      muid?: unknown;
      /** The uid of the sender. */
      sender?: unknown;
      /** Whether the receiver is a `user` or a `group`. */
      receiverType?: unknown;
      /** The uid or guid of the receiver. */
      receiver?: unknown;
      /** The tags, at most 25. */
      tags?: unknown;
      /** When the message was sent, in UNIX seconds. */
      sentAt?: unknown;
      /** When the message was delivered, in UNIX seconds. */
      deliveredAt?: unknown;
      /** When the message was read, in UNIX seconds. */
      readAt?: unknown;
      /** The sender as a record, to be created where missing. */
      senderUserDetails?: {
        /** The uid, in lower case: letters, digits, `-` and `_`. */
        uid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** The http or https address of the picture. */
        avatar?: unknown;
        /** The http or https address of the profile page. */
        link?: unknown;
        /** The id of the role, which must exist; `default` unless given. */
        role?: unknown;
        /** When the user was created, in UNIX seconds. */
        createdAt?: unknown;
        /** When the user was last active, in UNIX seconds. */
        lastActiveAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
        /** When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user. */
        deactivatedAt?: unknown;
      };
      /** The receiving user as a record, to be created where missing. */
      receiverUserDetails?: {
        /** The uid, in lower case: letters, digits, `-` and `_`. */
        uid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** The http or https address of the picture. */
        avatar?: unknown;
        /** The http or https address of the profile page. */
        link?: unknown;
        /** The id of the role, which must exist; `default` unless given. */
        role?: unknown;
        /** When the user was created, in UNIX seconds. */
        createdAt?: unknown;
        /** When the user was last active, in UNIX seconds. */
        lastActiveAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
        /** When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user. */
        deactivatedAt?: unknown;
      };
      /** The receiving group as a record, to be created where missing. */
      receiverGroupDetails?: {
        /** The guid, in lower case: letters, digits, `-` and `_`. */
        guid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** `public`, `password` or `private`. */
        type?: unknown;
        /** The password that users need to join; needed for the type `password`. */
        password?: unknown;
        /** The http or https address of the picture. */
        icon?: unknown;
        /** The uid of the owner, who must exist. */
        owner?: unknown;
        /** When the group was created, in UNIX seconds. */
        createdAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
      };
      /** The owner of the receiving group as a record, to be created where missing. */
      receiverGroupOwnerDetails?: {
        /** The uid, in lower case: letters, digits, `-` and `_`. */
        uid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** The http or https address of the picture. */
        avatar?: unknown;
        /** The http or https address of the profile page. */
        link?: unknown;
        /** The id of the role, which must exist; `default` unless given. */
        role?: unknown;
        /** When the user was created, in UNIX seconds. */
        createdAt?: unknown;
        /** When the user was last active, in UNIX seconds. */
        lastActiveAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
        /** When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user. */
        deactivatedAt?: unknown;
      };
      /** The mentioned users as records, each under its uid. */
      mentionedUserDetails?: Readonly<Record<string, {
        /** The uid, in lower case: letters, digits, `-` and `_`. */
        uid?: unknown;
        /** The name that people see, of at most 100 characters. */
        name?: unknown;
        /** The http or https address of the picture. */
        avatar?: unknown;
        /** The http or https address of the profile page. */
        link?: unknown;
        /** The id of the role, which must exist; `default` unless given. */
        role?: unknown;
        /** When the user was created, in UNIX seconds. */
        createdAt?: unknown;
        /** When the user was last active, in UNIX seconds. */
        lastActiveAt?: unknown;
        /** Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications. */
        metadata?: unknown;
        /** The tags, at most 25. */
        tags?: unknown;
        /** When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user. */
        deactivatedAt?: unknown;
      }>>;
      /** `message`, or `custom` for a message with `data.customData`. */
      category?: unknown;
      /** `text`, `image`, `file`, `audio` or `video`; any word of the app for the category `custom`. */
      type?: unknown;
      /** The content of the message, of at most 10 KB. */
      data?: {
        /** The text; the service refuses a blank one. */
        text?: unknown;
        /** Any JSON object of the app. */
        metadata?: unknown;
        /** The files of the message. The service stores their addresses, not the files. */
        attachments?: readonly {
          /** The http or https address of the file. */
          url?: unknown;
          /** The name of the file. */
          name?: unknown;
          /** The MIME type, such as `image/png`. */
          mimeType?: unknown;
          /** The extension of the file name, without the dot. */
          extension?: unknown;
          /** The size in bytes. */
          size?: unknown;
          [other: string]: unknown;
        }[];
        /** The content of a custom message: a JSON object that is not empty. */
        customData?: unknown;
      };
    }>>;
  };
}

interface MetricsGetComments {
  readonly query?: {
    /** The start of the time span, in UNIX milliseconds. */
    fromDate?: unknown;
    /** The end of the time span, in UNIX milliseconds. */
    toDate?: unknown;
  };
}

interface NotificationsContactDetailsUpdateComments {
  readonly body?: {
    /** The e-mail address. */
    email?: unknown;
    /** The telephone number with the code of the country. */
    phno?: unknown;
  };
}

interface NotificationsPreferencesGetComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface NotificationsPreferencesUpdateComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** What is notified in groups: 1 nothing, 2 all, 3 only mentions. */
    groupPreferences?: unknown;
    /** What is notified in conversations with one user. */
    oneOnOnePreferences?: unknown;
    /** When nothing is notified: always, or by weekday. */
    mutePreferences?: unknown;
    /** Whether notifications hide names and texts. */
    usePrivacyTemplate?: unknown;
  };
}

interface NotificationsPreferencesResetComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface NotificationsTimezoneGetComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface NotificationsTimezoneUpdateComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The time zone, such as `Asia/Tokyo`. */
    timezone?: unknown;
  };
}

interface NotificationsMutedConversationsGetComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
}

interface NotificationsMutedConversationsMuteComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The conversations, each with `id` and `type`. */
    conversations?: readonly {
      /** The uid of the other user, or the guid of the group. */
      id?: unknown;
      /** `oneOnOne` or `group`. */
      type?: unknown;
      /** The end of the mute, in UNIX milliseconds. */
      until?: unknown;
      [other: string]: unknown;
    }[];
  };
}

interface NotificationsMutedConversationsUnmuteComments {
  readonly query?: {
    /** The uid of the user; the service lower-cases it. */
    uid?: unknown;
  };
  readonly body?: {
    /** The conversations, each with `id` and `type`. */
    conversations?: readonly {
      /** The uid of the other user, or the guid of the group. */
      id?: unknown;
      /** `oneOnOne` or `group`. */
      type?: unknown;
      [other: string]: unknown;
    }[];
  };
}

interface NotificationsPushTokensRegisterComments {
  readonly body?: {
    /** The platform of the token, such as `fcm_android`; the field of the token depends on it. */
    platform?: unknown;
    /** The auth token. */
    authToken?: unknown;
    /** The name of the push provider that serves the token. */
    providerId?: unknown;
  };
}

interface NotificationsPushTokensGetComments {
  readonly query?: {
    /** The auth token. */
    authToken?: unknown;
    /** The tokens of all logins of the user. */
    all?: unknown;
  };
}

interface NotificationsPushTokensDeleteAllComments {
  readonly query?: {
    /** The tokens of all logins of the user. */
    all?: unknown;
  };
  readonly body?: {
    /** The auth token. */
    authToken?: unknown;
  };
}

interface NotificationsPushTokensDeleteComments {
  readonly path?: {
    /** The push token. */
    pushToken?: unknown;
  };
  readonly body?: {
    /** The auth token. */
    authToken?: unknown;
  };
}

interface NotificationsPushProvidersListComments {
  readonly path?: {
    /** The push platform: `fcm` or `apns`. */
    platform?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface NotificationsPushProvidersCreateComments {
  readonly path?: {
    /** The push platform: `fcm` or `apns`. */
    platform?: unknown;
  };
  readonly body?: {
    /** The name that the app gives the push provider. */
    providerId?: unknown;
  };
}

interface NotificationsPushProvidersUpdateComments {
  readonly path?: {
    /** The push platform: `fcm` or `apns`. */
    platform?: unknown;
  };
  readonly body?: {
    /** The name that the app gives the push provider. */
    providerId?: unknown;
  };
}

interface NotificationsPushProvidersDeleteComments {
  readonly path?: {
    /** The push platform: `fcm` or `apns`. */
    platform?: unknown;
    /** The name that the app gives the push provider. */
    providerId?: unknown;
  };
}

interface NotificationsPushProvidersSetDefaultComments {
  readonly path?: {
    /** The push platform: `fcm` or `apns`. */
    platform?: unknown;
    /** The name that the app gives the push provider. */
    providerId?: unknown;
  };
}

interface NotificationsSmsProvidersTwilioCreateComments {
  readonly body?: {
    /** The id of the account. */
    twilioAccountSID?: unknown;
    /** The secret of the account. */
    twilioAuthToken?: unknown;
    /** The telephone number of the sender. */
    twilioSenderPhoneNumber?: unknown;
    /** Whether the provider is used. */
    isEnabled?: unknown;
  };
}

interface NotificationsSmsProvidersTwilioUpdateComments {
  readonly body?: {
    /** The id of the account. */
    twilioAccountSID?: unknown;
    /** The secret of the account. */
    twilioAuthToken?: unknown;
    /** The telephone number of the sender. */
    twilioSenderPhoneNumber?: unknown;
    /** Whether the provider is used. */
    isEnabled?: unknown;
  };
}

interface NotificationsEmailProvidersSendgridCreateComments {
  readonly body?: {
    /** The key of the account. */
    sendGridApiKey?: unknown;
    /** The id of the template of e-mails. */
    sendGridTemplateID?: unknown;
    /** The id of the group of users who unsubscribed. */
    sendGridUnsubscribeGroupID?: unknown;
    /** The name of the sender. */
    senderName?: unknown;
    /** The e-mail address of the sender. */
    senderEmail?: unknown;
    /** Whether the provider is used. */
    isEnabled?: unknown;
  };
}

interface NotificationsEmailProvidersSendgridUpdateComments {
  readonly body?: {
    /** The key of the account. */
    sendGridApiKey?: unknown;
    /** The id of the template of e-mails. */
    sendGridTemplateID?: unknown;
    /** The id of the group of users who unsubscribed. */
    sendGridUnsubscribeGroupID?: unknown;
    /** The name of the sender. */
    senderName?: unknown;
    /** The e-mail address of the sender. */
    senderEmail?: unknown;
    /** Whether the provider is used. */
    isEnabled?: unknown;
  };
}

interface ModerationRulesListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ModerationRulesCreateComments {
  readonly body?: {
    /** The id of the rule. */
    id?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** The users to whose messages the rule applies, at most 10. */
    filters?: unknown;
    /** What the rule looks for, at most 10 conditions. */
    conditions?: readonly {
      /** What is examined: `text`, `image`, `video` or `custom`. */
      operand?: unknown;
      /** `contains` or `equals`. */
      operator?: unknown;
      /** What the keywords are: `word` or `pattern`. */
      category?: unknown;
      [other: string]: unknown;
    }[];
  };
}

interface ModerationRulesGetComments {
  readonly path?: {
    /** The id of the rule. */
    ruleId?: unknown;
  };
}

interface ModerationRulesUpdateComments {
  readonly path?: {
    /** The id of the rule. */
    ruleId?: unknown;
  };
  readonly body?: {
    /** The id of the rule. */
    id?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** The users to whose messages the rule applies, at most 10. */
    filters?: unknown;
    /** What the rule looks for, at most 10 conditions. */
    conditions?: readonly {
      /** What is examined: `text`, `image`, `video` or `custom`. */
      operand?: unknown;
      /** `contains` or `equals`. */
      operator?: unknown;
      /** What the keywords are: `word` or `pattern`. */
      category?: unknown;
      [other: string]: unknown;
    }[];
  };
}

interface ModerationRulesDeleteComments {
  readonly path?: {
    /** The id of the rule. */
    ruleId?: unknown;
  };
}

interface ModerationRulesRevisionsListComments {
  readonly path?: {
    /** The id of the rule. */
    ruleId?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ModerationKeywordsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ModerationKeywordsCreateComments {
  readonly body?: {
    /** The id of the list of keywords. */
    id?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** `word`, `pattern` or `sentence-similarity`. */
    category?: unknown;
  };
}

interface ModerationKeywordsGetComments {
  readonly path?: {
    /** The id of the list of keywords. */
    keywordId?: unknown;
  };
}

interface ModerationKeywordsUpdateComments {
  readonly path?: {
    /** The id of the list of keywords. */
    keywordId?: unknown;
  };
  readonly body?: {
    /** The id of the list of keywords. */
    id?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** `word`, `pattern` or `sentence-similarity`. */
    category?: unknown;
  };
}

interface ModerationKeywordsDeleteComments {
  readonly path?: {
    /** The id of the list of keywords. */
    keywordId?: unknown;
  };
}

interface ModerationReasonsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ModerationReasonsCreateComments {
  readonly body?: {
    /** The id of the reason. */
    id?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** A description. */
    description?: unknown;
  };
}

interface ModerationReasonsGetComments {
  readonly path?: {
    /** The id of the reason. */
    reasonId?: unknown;
  };
}

interface ModerationReasonsUpdateComments {
  readonly path?: {
    /** The id of the reason. */
    reasonId?: unknown;
  };
  readonly body?: {
    /** The id of the reason. */
    id?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** A description. */
    description?: unknown;
  };
}

interface ModerationReasonsDeleteComments {
  readonly path?: {
    /** The id of the reason. */
    reasonId?: unknown;
  };
}

interface ModerationBlockedMessagesListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ModerationBlockedMessagesApproveComments {
  readonly path?: {
    /** The id of the message. */
    messageId?: unknown;
  };
}

interface MessagesFlagComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
  readonly body?: {
    /** The id of the reason. */
    reasonId?: unknown;
    /** What the acting user adds to the reason. */
    remark?: unknown;
  };
}

interface ModerationFlaggedMessagesListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ModerationFlaggedMessagesUpdateComments {
  readonly path?: {
    /** The id of the message, in digits. */
    id?: unknown;
  };
  readonly body?: {
    /** The decision about the message. */
    status?: unknown;
  };
}

interface ModerationReviewedMessagesListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface AiAgentsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Items a page, from 1. */
    limit?: unknown;
    /** Only agents that contain this text. */
    search?: unknown;
  };
}

interface AiAgentsCreateComments {
  readonly body?: {
    /** The name that people see. */
    name?: unknown;
    /** The address of the picture. */
    icon?: unknown;
    /** A description. */
    description?: unknown;
    /** The instruction for the agent. */
    instruction?: unknown;
    /** The language model of the agent. */
    model?: unknown;
    /** Settings of the model. */
    modelMetaData?: unknown;
    /** Any JSON object of the app. */
    metaData?: unknown;
    /** The ids of the tools that the agent may use. */
    tools?: unknown;
    /** The ids of the API tools that the agent may use. */
    apiTools?: unknown;
    /** The ids of the MCP servers that the agent may use. */
    mcpServers?: unknown;
    /** Whether the agent answers. */
    isActive?: unknown;
  };
}

interface AiAgentsUpdateComments {
  readonly path?: {
    /** The uid of the agent. */
    uid?: unknown;
  };
  readonly body?: {
    /** The name that people see. */
    name?: unknown;
    /** The address of the picture. */
    icon?: unknown;
    /** A description. */
    description?: unknown;
    /** The instruction for the agent. */
    instruction?: unknown;
    /** The language model of the agent. */
    model?: unknown;
    /** Settings of the model. */
    modelMetaData?: unknown;
    /** Any JSON object of the app. */
    metaData?: unknown;
    /** The ids of the tools that the agent may use. */
    tools?: unknown;
    /** The ids of the API tools that the agent may use. */
    apiTools?: unknown;
    /** The ids of the MCP servers that the agent may use. */
    mcpServers?: unknown;
    /** Whether the agent answers. */
    isActive?: unknown;
  };
}

interface ManagementAppsCreateComments {
  readonly body?: {
    /** The name of the app. */
    name?: unknown;
    /** The region of the app: `us`, `eu` or `in`. */
    region?: unknown;
    /** The version of the chat API. */
    version?: unknown;
    /** Creates no sample users and groups; a migration needs this. */
    skipSampleData?: unknown;
  };
}

interface ManagementAppsListComments {
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** The id or name of an app. */
    searchKey?: unknown;
  };
}

interface ManagementAppsDeleteComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
}

interface ManagementAppsRequestUsageComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
  readonly body?: {
    /** Reports the billing cycle before the current one. */
    usePreviousBillingCycle?: unknown;
  };
}

interface ManagementExtensionsListComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ManagementExtensionsSwitchComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
  readonly body?: {
    /** The ids of the extensions to switch on. */
    enabled?: unknown;
    /** The ids of the extensions to switch off. */
    disabled?: unknown;
  };
}

interface ManagementExtensionsSettingsGetComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the extension. */
    extension?: unknown;
  };
}

interface ManagementExtensionsSettingsCreateComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the extension. */
    extension?: unknown;
  };
}

interface ManagementExtensionsSettingsUpdateComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the extension. */
    extension?: unknown;
  };
}

interface ManagementExtensionsSettingsDeleteComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the extension. */
    extension?: unknown;
  };
}

interface ManagementCollaboratorsListComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ManagementCollaboratorsUpdateComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
  readonly body?: {
    /** The e-mail addresses of those who become admins. */
    admins?: unknown;
    /** The e-mail addresses of those who become moderators. */
    moderators?: unknown;
    /** The e-mail addresses of those who are removed. */
    collaboratorsToRemove?: unknown;
  };
}

interface ManagementWebhooksCreateComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
  readonly body?: {
    /** The id of the webhook, of at most 50 characters. */
    id?: unknown;
    /** The name that people see. */
    name?: unknown;
    /** The https address that the service calls. */
    webhookURL?: unknown;
    /** Whether the service authenticates with `username` and `password`. */
    useBasicAuth?: unknown;
    /** The user name for basic authentication. */
    username?: unknown;
    /** The password for basic authentication. */
    password?: unknown;
    /** Whether the webhook is called. */
    enabled?: unknown;
  };
}

interface ManagementWebhooksListComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
    /** Only items that contain this text. */
    searchKey?: unknown;
  };
}

interface ManagementWebhooksGetComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the webhook. */
    webhookId?: unknown;
  };
}

interface ManagementWebhooksUpdateComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the webhook. */
    webhookId?: unknown;
  };
  readonly body?: {
    /** The name that people see. */
    name?: unknown;
    /** The https address that the service calls. */
    webhookURL?: unknown;
    /** Whether the service authenticates with `username` and `password`. */
    useBasicAuth?: unknown;
    /** The user name for basic authentication. */
    username?: unknown;
    /** The password for basic authentication. */
    password?: unknown;
    /** Whether the webhook is called. */
    enabled?: unknown;
  };
}

interface ManagementWebhooksDeleteComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the webhook. */
    webhookId?: unknown;
  };
}

interface ManagementWebhooksTriggersAddComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the webhook. */
    webhookId?: unknown;
  };
  readonly body?: {
    /** The events, such as `message_sent` or `group_member_joined`. */
    triggerIds?: unknown;
  };
}

interface ManagementWebhooksTriggersListComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the webhook. */
    webhookId?: unknown;
  };
  readonly query?: {
    /** Items a page: 1 to 1000. */
    perPage?: unknown;
    /** The number of the page, from 1. */
    page?: unknown;
  };
}

interface ManagementWebhooksTriggersRemoveComments {
  readonly path?: {
    /** The id of the app. */
    appId?: unknown;
    /** The id of the webhook. */
    webhookId?: unknown;
  };
  readonly body?: {
    /** The events, such as `message_sent` or `group_member_joined`. */
    triggerIds?: unknown;
  };
}
