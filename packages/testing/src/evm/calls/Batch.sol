// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What an account delegates to (EIP-7702), so that its calls happen all or none. Only the account itself may ask.
contract Batch {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    fallback() external payable {}

    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this));
        for (uint256 i = 0; i < calls.length; i++) {
            (bool isDone, bytes memory reason) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!isDone) assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}
